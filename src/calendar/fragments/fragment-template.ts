/**
 * Templates: rendered JSON of a record as it is stored, independent of mount, language and host. URL prefixes and labels
 * are slots that are filled when it is read.
 *
 * A template consists of the number of slots (2 bytes), the hash of its content (12 bytes), the end offset (4 bytes) and
 * the letter (1 byte) of each slot, and the text without placeholders.
 */
import { createHash } from 'node:crypto'
import type { Urls } from '../posts/urls.ts'
import { FIRST_LABEL_CODE, splitAtSlots, URL_SLOT_CODES } from './fragment-slots.ts'
import type { SlottedFragment } from './json-fragment.ts'

const HASH_BYTES = 12
const HEADER_BYTES = 2 + HASH_BYTES
const SLOT_BYTES = 5

/** `view` may contain the placeholders of `fragment-slots.ts`. */
export function createTemplate(view: unknown): Buffer {
  const { pieces, codes } = splitAtSlots(JSON.stringify(view))
  const textStart = HEADER_BYTES + codes.length * SLOT_BYTES
  const template = Buffer.allocUnsafeSlow(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), textStart))
  template.writeUInt16LE(codes.length, 0)
  let end = textStart
  for (const [index, piece] of pieces.entries()) {
    end += template.write(piece, end)
    const code = codes[index]
    if (code === undefined) break
    const slot = HEADER_BYTES + index * SLOT_BYTES
    template.writeUInt32LE(end - textStart, slot)
    template.write(code, slot + 4, 'latin1')
  }
  createHash('sha1').update(template.subarray(HEADER_BYTES)).digest().copy(template, 2, 0, HASH_BYTES)
  return template
}

/** The URL prefixes and labels of a render context. */
export interface TemplateTexts {
  /** Contents of JSON strings, by the character code of the slot. */
  readonly texts: readonly (Buffer | undefined)[]
  /** Hash of the texts: part of the tag of every filled template. */
  readonly tag: string
}

const TEXTS_TAG_LENGTH = 8

export function createTemplateTexts(urls: Urls, labels: readonly string[] = []): TemplateTexts {
  const texts: (Buffer | undefined)[] = Array.from({ length: 256 })
  const hash = createHash('sha1')
  for (const [name, code] of Object.entries(URL_SLOT_CODES)) {
    const text = JSON.stringify(Reflect.get(urls, name)).slice(1, -1)
    texts[code.charCodeAt(0)] = Buffer.from(text)
    hash.update(`${text}\n`)
  }
  for (const [index, label] of labels.entries()) {
    const text = JSON.stringify(label).slice(1, -1)
    texts[FIRST_LABEL_CODE + index] = Buffer.from(text)
    hash.update(`${text}\n`)
  }
  return { texts, tag: hash.digest('base64url').slice(0, TEXTS_TAG_LENGTH) }
}

/** Inserts the prefixes and labels; the other slots remain. */
export function fillTemplate(template: Buffer, { texts, tag }: TemplateTexts): SlottedFragment {
  const textStart = HEADER_BYTES + template.readUInt16LE(0) * SLOT_BYTES
  let length = template.length - textStart
  for (let slot = HEADER_BYTES; slot < textStart; slot += SLOT_BYTES) {
    length += texts[template.readUInt8(slot + 4)]?.length ?? 0
  }
  const bytes = Buffer.allocUnsafeSlow(length)
  const pieceEnds: number[] = []
  let [start, end] = [textStart, 0]
  for (let slot = HEADER_BYTES; slot < textStart; slot += SLOT_BYTES) {
    const pieceEnd = textStart + template.readUInt32LE(slot)
    end += template.copy(bytes, end, start, pieceEnd)
    start = pieceEnd
    const prefix = texts[template.readUInt8(slot + 4)]
    if (prefix) {
      bytes.set(prefix, end)
      end += prefix.length
    } else pieceEnds.push(end)
  }
  template.copy(bytes, end, start)
  pieceEnds.push(length)
  return { bytes, pieceEnds, tag: template.toString('base64url', 2, HEADER_BYTES) + tag }
}
