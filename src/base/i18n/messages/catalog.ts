import type { en } from './en.ts'

export type MessageKey = keyof typeof en

/**
 * All texts in one language. A missing key is a compile error. A catalog spreads its parts before its own keys, because V8
 * takes ten times as long to spread into an object that has many keys.
 */
export type MessageCatalog = Readonly<Record<MessageKey, string>>
