/**
 * Limits of a whole request, in addition to those of its fields. Cleaning and rendering text takes time in proportion
 * to its length and blocks the event loop.
 */

import type { Fields } from './field.ts'
import { createInvalidParams, type FieldError } from './problem.ts'
import { isUploadedFile } from './uploaded-file.ts'
import type { RawInput } from './validate-input.ts'

/** Total characters of all texts. */
export const MAX_TEXT = 131_072
/** HTML tags, counted as characters that may begin one. */
export const MAX_TAGS = 2000

interface Amount {
  readonly text: number
  readonly tags: number
}

const NONE: Amount = { text: 0, tags: 0 }

/** Longer text is cleaned in its own turn of the event loop. */
const LONG_TEXT = 16_384

/** Throws `rest_invalid_param` naming the field with the largest share. Returns whether the texts are long. */
export function checkLimits(fields: Fields, raw: RawInput): { readonly isLong: boolean } {
  const names = Object.keys(fields).filter((name) => Object.hasOwn(raw, name))
  const amounts = names.map((name) => ({ name, ...measure(raw[name]) }))
  for (const kind of ['text', 'tags'] as const) {
    const total = amounts.reduce((sum, amount) => sum + amount[kind], 0)
    if (total <= LIMITS[kind].limit) continue
    const [most] = amounts.toSorted((one, other) => other[kind] - one[kind])
    if (most) throw createInvalidParams({ [most.name]: LIMITS[kind].fieldError })
  }
  return { isLong: amounts.some(({ text }) => text > LONG_TEXT) }
}

const LIMITS: Readonly<Record<keyof Amount, { readonly limit: number; readonly fieldError: FieldError }>> = {
  text: {
    limit: MAX_TEXT,
    fieldError: { kind: 'invalid', message: 'error.too_much_text', values: { limit: String(MAX_TEXT) } },
  },
  tags: {
    limit: MAX_TAGS,
    fieldError: { kind: 'invalid', message: 'error.too_many_tags', values: { limit: String(MAX_TAGS) } },
  },
}

function measure(value: unknown): Amount {
  if (typeof value === 'string') return { text: value.length, tags: countTags(value) }
  if (typeof value !== 'object' || value === null) return NONE
  return Object.values(value).reduce<Amount>((sum, part) => {
    const { text, tags } = measure(part)
    return { text: sum.text + text, tags: sum.tags + tags }
  }, NONE)
}

/** Stops counting one above the limit. */
function countTags(text: string): number {
  let count = 0
  for (let at = text.indexOf('<'); at >= 0 && count <= MAX_TAGS; at = text.indexOf('<', at + 1)) count++
  return count
}

/** A character that, like `<`, is part of no name, URL, number or date. */
const STAND_IN = '\u0001'

/**
 * The same input without markup, for clients who may not write: their input is only checked for errors that take
 * precedence over 401 and 403 (wire-contract §5), which must not take the time of cleaning it.
 */
export function withoutMarkup(raw: RawInput): RawInput {
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, stripMarkup(value)]))
}

function stripMarkup(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('<') ? value.replaceAll('<', STAND_IN) : value
  if (Array.isArray(value)) return value.map(stripMarkup)
  if (typeof value !== 'object' || value === null || isUploadedFile(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, stripMarkup(part)]))
}
