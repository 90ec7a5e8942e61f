import defaults from 'ra-language-french'
import { mergeAreas } from './merge-areas.ts'

export const messages = { ...defaults, ...mergeAreas(import.meta.glob('./fr/*.ts', { eager: true })) }
