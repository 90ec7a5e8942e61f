import { isRecord } from '../../base/is-record.ts'
import { toPlainText } from '../../base/text/sanitize.ts'
import { parseImageUrl } from '../../kernel/common-fields.ts'
import {
  definePositiveField,
  defineTextField,
  invalid,
  type Parsed,
  type ParseResult,
  type Reference,
  toFiniteNumber,
  valid,
} from '../../kernel/field.ts'
import { type Crop, type FocalPoint, roundFraction } from './image-edit.ts'

/** `{ "raw": "..." }` is an alternative form of a text in the reference. */
export function unwrapRawText(raw: unknown): unknown {
  return typeof raw === 'object' && raw !== null && 'raw' in raw ? raw.raw : raw
}

export const defineCaptionField = <K extends 'media.title' | 'media.caption' | 'media.alt_text'>(describe: K) => {
  const field = defineTextField(describe, { clean: toPlainText, limit: 65_535, nonText: 'typed' })
  return { ...field, parse: (raw: unknown): ParseResult<string> => field.parse(unwrapRawText(raw)) }
}

/** A number from 0 to 1; undefined for anything else. */
function toFraction(raw: unknown): number | undefined {
  const number = toFiniteNumber(raw)
  return number !== undefined && number >= 0 && number <= 1 ? roundFraction(number) : undefined
}

/** For rounding errors of clients. */
const TOLERANCE = 0.001

function parseCrop(raw: unknown): ParseResult<Crop | null> {
  if (raw === '') return valid(null)
  if (!isRecord(raw)) return invalid
  const [x, y] = [toFraction(raw['x']), toFraction(raw['y'])]
  const [width, height] = [toFraction(raw['width']), toFraction(raw['height'])]
  if (x === undefined || y === undefined || !width || !height || x === 1 || y === 1) return invalid
  if (x + width > 1 + TOLERANCE || y + height > 1 + TOLERANCE) return invalid
  if (width === 1 && height === 1) return valid(null)
  return valid({ x, y, width: roundFraction(Math.min(width, 1 - x)), height: roundFraction(Math.min(height, 1 - y)) })
}

function parseFocalPoint(raw: unknown): ParseResult<FocalPoint | null> {
  if (raw === '') return valid(null)
  if (!isRecord(raw)) return invalid
  const [x, y] = [toFraction(raw['x']), toFraction(raw['y'])]
  return x === undefined || y === undefined ? invalid : valid({ x, y })
}

export const imageEditFields = {
  crop: { describe: 'media.crop', expects: { key: 'hint.crop' }, cleared: null, parse: parseCrop },
  focal_point: {
    describe: 'media.focal_point',
    expects: { key: 'hint.focal_point' },
    cleared: null,
    parse: parseFocalPoint,
  },
} as const

/** Events, venues and organizers alike. */
export const createPostReferences = (id: number): Reference[] => (id === 0 ? [] : [{ kind: 'post', ids: [id] }])

/** URL from which an upload is fetched, instead of a file. */
const uploadUrlField = {
  type: 'string',
  describe: 'media.url',
  expects: { key: 'hint.url' },
  parse: (raw: unknown): ParseResult<string> => {
    const url = typeof raw === 'string' ? parseImageUrl(raw) : undefined
    return url === undefined ? invalid : valid(url)
  },
} as const

const textFields = {
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

/** Editable fields of an image. */
export const mediaFields = { ...textFields, ...imageEditFields } as const

export type MediaInput = Parsed<typeof mediaFields>

/** Fields of a new image. */
export const uploadFields = { ...textFields, url: uploadUrlField } as const

/** The image that replaces another one. */
export const replacementFields = {
  with: {
    ...definePositiveField('media.with'),
    required: true,
    references: (id: number): Reference[] => [{ kind: 'media', ids: [id] }],
  },
} as const

export type UploadInput = Parsed<typeof uploadFields>
