import defaults from 'ra-language-english'
import { mergeAreas } from './merge-areas.ts'

export const messages = { ...defaults, ...mergeAreas(import.meta.glob('./pt/*.ts', { eager: true })) }
