import type { en } from './en.ts'

export type MessageKey = keyof typeof en

/** All texts in one language. A missing key is a compile error. */
export type MessageCatalog = Readonly<Record<MessageKey, string>>
