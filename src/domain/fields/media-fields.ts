import { toPlainText } from '../../html/sanitize.ts'
import { definePositiveField, defineTextField, type Parsed, type ParseResult, type Reference, valid } from './field.ts'

/** `{ "raw": "..." }` is an alternative form of a text in the reference. */
export function unwrapRawText(raw: unknown): unknown {
  return typeof raw === 'object' && raw !== null && 'raw' in raw ? raw.raw : raw
}

export const defineCaptionField = <K extends 'media.title' | 'media.caption' | 'media.alt_text'>(describe: K) => {
  const field = defineTextField(describe, { clean: toPlainText, limit: 65_535, nonText: 'typed' })
  return { ...field, parse: (raw: unknown): ParseResult<string> => field.parse(unwrapRawText(raw)) }
}

/** Events, venues and organizers alike. */
export const createPostReferences = (id: number): Reference[] => (id === 0 ? [] : [{ kind: 'post', ids: [id] }])

/** Editable fields of an image. */
export const mediaFields = {
  title: defineCaptionField('media.title'),
  caption: defineCaptionField('media.caption'),
  alt_text: defineCaptionField('media.alt_text'),
  post: {
    ...definePositiveField('media.post'),
    expects: { key: 'hint.record_id' },
    cleared: 0,
    parse: (raw: unknown): ParseResult<number> =>
      raw === 0 || raw === '0' || raw === '' ? valid(0) : definePositiveField('media.post').parse(raw),
    references: createPostReferences,
  },
} as const

export type MediaInput = Parsed<typeof mediaFields>
