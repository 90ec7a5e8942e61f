import { mergeAreas } from './merge-areas.ts'
import { interfaceMessages } from './react-admin/nl.ts'

export const messages = { ...interfaceMessages, ...mergeAreas(import.meta.glob('./nl/*.ts', { eager: true })) }
