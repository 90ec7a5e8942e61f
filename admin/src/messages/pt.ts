import { mergeAreas } from './merge-areas.ts'
import { interfaceMessages } from './react-admin/pt.ts'

export const messages = { ...interfaceMessages, ...mergeAreas(import.meta.glob('./pt/*.ts', { eager: true })) }
