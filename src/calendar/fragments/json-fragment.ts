/** Rendered JSON as bytes, from which responses are assembled without serializing records again. */
import { createHash } from 'node:crypto'
import { splitAtSlots } from './fragment-slots.ts'

export interface Fragment {
  readonly bytes: Buffer
  /** Hash of the content. It is the same on all nodes, so ETags are derived from it. */
  readonly tag: string
}

/** A fragment with slots, into which the fragments of other records are inserted. */
export interface SlottedFragment extends Fragment {
  /** End offsets of the pieces between the slots, in bytes. */
  readonly pieceEnds: readonly number[]
}

const createTag = (content: Buffer | string): string =>
  createHash('sha1').update(content).digest('base64url').slice(0, TAG_LENGTH)

/** Base64 characters: 96 bits of the hash. */
const TAG_LENGTH = 16

/** Fragments are cached. A buffer of Node's shared pool would keep the whole pool chunk in memory. */
function encodeBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** `text` must be JSON, or a part of it. */
export function createFragment(text: string): Fragment {
  const bytes = encodeBytes(text)
  return { bytes, tag: createTag(bytes) }
}

export const createJsonFragment = (view: unknown): Fragment => createFragment(JSON.stringify(view))

/** A view may contain `SLOT`. */
export function createSlottedFragment(view: unknown): SlottedFragment {
  const { pieces } = splitAtSlots(JSON.stringify(view))
  let end = 0
  const pieceEnds = pieces.map((piece) => {
    end += Buffer.byteLength(piece)
    return end
  })
  return { ...createFragment(pieces.join('')), pieceEnds }
}

const EMPTY_LIST = Buffer.from('[]')
const OPENING = Buffer.from('[')
const COMMA = Buffer.from(',')
const CLOSING = Buffer.from(']')
const BRACE = Buffer.from('}')

/** Writes one part of a response. */
export type FragmentWriterFn = (out: FragmentWriter) => void

interface ByteRange {
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
}

/** Collects the byte ranges of a response in order, and the tags that identify its content. */
export class FragmentWriter {
  readonly ranges: ByteRange[] = []
  readonly tags: string[] = []

  write({ bytes, tag }: Fragment): void {
    this.tags.push(tag)
    this.#copy(bytes)
  }

  /** Contents in excess of the slots are ignored. */
  fill({ bytes, pieceEnds, tag }: SlottedFragment, contents: readonly FragmentWriterFn[]): void {
    this.tags.push(tag)
    let start = 0
    for (let index = 0; index < pieceEnds.length; index++) {
      const end = pieceEnds[index] ?? start
      this.ranges.push({ bytes, start, end })
      start = end
      if (index < pieceEnds.length - 1) contents[index]?.(this)
    }
  }

  /** Appends a member to an object. `name` includes the comma before it and the colon. */
  writeMember(name: Fragment, object: FragmentWriterFn, value: FragmentWriterFn): void {
    object(this)
    const last = this.ranges.pop()
    if (last) this.ranges.push({ ...last, end: last.end - 1 })
    this.write(name)
    value(this)
    this.#copy(BRACE)
  }

  writeList<T>(items: readonly T[], writeItem: (item: T) => void): void {
    this.#copy(items.length === 0 ? EMPTY_LIST : OPENING)
    for (let index = 0; index < items.length; index++) {
      const item = items[index]
      if (item === undefined) continue
      if (index > 0) this.#copy(COMMA)
      writeItem(item)
    }
    if (items.length > 0) this.#copy(CLOSING)
    // The length distinguishes two adjacent lists from one list with the items of both.
    this.tags.push(String(items.length))
  }

  /** The tag is derived from the tags of the parts, without hashing the bytes again. */
  toFragment(): Fragment {
    const length = this.ranges.reduce((sum, { start, end }) => sum + end - start, 0)
    const bytes = Buffer.allocUnsafeSlow(length)
    let offset = 0
    for (const range of this.ranges) offset += range.bytes.copy(bytes, offset, range.start, range.end)
    return { bytes, tag: createTag(this.tags.join()) }
  }

  #copy(bytes: Buffer): void {
    this.ranges.push({ bytes, start: 0, end: bytes.length })
  }
}

/** A complete response body, assembled when it is sent. */
export class JsonDocument {
  readonly #write: FragmentWriterFn

  constructor(write: FragmentWriterFn) {
    this.#write = write
  }

  toFragment(): Fragment {
    const writer = new FragmentWriter()
    this.#write(writer)
    return writer.toFragment()
  }
}
