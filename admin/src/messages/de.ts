import { mergeAreas } from './merge-areas.ts'
import { interfaceMessages } from './react-admin/de.ts'

export const messages = { ...interfaceMessages, ...mergeAreas(import.meta.glob('./de/*.ts', { eager: true })) }
