import { mergeAreas } from './merge-areas.ts'
import { interfaceMessages } from './react-admin/it.ts'

export const messages = { ...interfaceMessages, ...mergeAreas(import.meta.glob('./it/*.ts', { eager: true })) }
