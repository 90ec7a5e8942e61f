import { en } from './messages/en.ts'

export type MessageKey = keyof typeof en

/** All texts in one language. What a language lacks does not compile. */
export type Catalogue = Readonly<Record<MessageKey, string>>

/** A text of the catalogue with its `{placeholders}` filled in. A placeholder without a value stays empty. */
export function say(key: MessageKey, values: Readonly<Record<string, string>> = {}): string {
  return en[key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
