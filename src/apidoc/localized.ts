import type { MessageKey, Say } from '../text/say.ts'

/** A text of a document, said once the language is known. */
export type Description = (say: Say) => string

export const told =
  (key: MessageKey): Description =>
  (say) =>
    say(key)

type Node = Readonly<Record<string, unknown>>

/** A document with its descriptions said. Everything else stays as it is, in whatever language. */
export const localized = (node: Node, say: Say): Node =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, said(value, say)]))

function said(value: unknown, say: Say): unknown {
  if (typeof value === 'function') return (value as Description)(say)
  if (Array.isArray(value)) return value.map((item) => said(item, say))
  return typeof value === 'object' && value !== null ? localized(value as Node, say) : value
}
