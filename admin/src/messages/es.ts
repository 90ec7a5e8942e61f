import { mergeAreas } from './merge-areas.ts'
import { interfaceMessages } from './react-admin/es.ts'

export const messages = { ...interfaceMessages, ...mergeAreas(import.meta.glob('./es/*.ts', { eager: true })) }
