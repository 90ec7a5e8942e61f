/** JSON that stands written already, as bytes: answers are put together from it. */
import { createHash, randomUUID } from 'node:crypto'

/** A stretch of JSON. Two of the same tag are the same, wherever they were made. */
export interface Fragment {
  readonly bytes: Buffer
  readonly tag: string
}

/** A text with gaps, which are filled where it is put together. */
export interface SlottedFragment extends Fragment {
  /** Where the pieces between the gaps end. */
  readonly pieceEnds: readonly number[]
}

const createTag = (content: Buffer | string): string =>
  createHash('sha1').update(content).digest('base64url').slice(0, TAG_LENGTH)

/** 96 bits tell apart more texts than there will ever be. */
const TAG_LENGTH = 16

/** Texts are kept, and bytes of the common pool would keep all that lies beside them. */
function encodeBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** A text that was written by hand. */
export function createFragment(text: string): Fragment {
  const bytes = encodeBytes(text)
  return { bytes, tag: createTag(bytes) }
}

export const createJsonFragment = (view: unknown): Fragment => createFragment(JSON.stringify(view))

/** Nobody can guess it, so no record has it in a value. */
const SLOT_MARK = randomUUID()

/** Holds a place in a view until its text is put together. */
export const SLOT = `${SLOT_MARK}-value`
/** As `GAP`, for a member that may be wanting altogether. It is not the first of its object. */
export const MEMBER_SLOT = `${SLOT_MARK}-member`

/** The JSON between its gaps. */
function splitAtSlots(json: string): string[] {
  const pieces: string[] = []
  let start = 0
  for (let at = json.indexOf(SLOT_MARK); at >= 0; at = json.indexOf(SLOT_MARK, start)) {
    const isMember = json.startsWith(MEMBER_SLOT, at)
    const slot = isMember ? MEMBER_SLOT : SLOT
    // The quote before it, or the comma before its name.
    pieces.push(json.slice(start, isMember ? json.lastIndexOf(',', at) : at - 1))
    start = at + slot.length + 1
  }
  return [...pieces, json.slice(start)]
}

export function createSlottedFragment(view: unknown): SlottedFragment {
  const pieces = splitAtSlots(JSON.stringify(view))
  let end = 0
  const ends = pieces.map((piece) => {
    end += Buffer.byteLength(piece)
    return end
  })
  return { ...createFragment(pieces.join('')), pieceEnds: ends }
}

const OPENING = Buffer.from('[')
const COMMA = Buffer.from(',')
const CLOSING = Buffer.from(']')
const BRACE = Buffer.from('}')

/** Something of an answer as it is put together: says itself by adding to `out`. */
export type FragmentWriterFn = (out: FragmentWriter) => void

/** Where bytes are to be copied from. */
interface ByteRange {
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
}

/** An answer being put together: its bytes in order, and what tells it from others. */
export class FragmentWriter {
  readonly ranges: ByteRange[] = []
  readonly tags: string[] = []

  write({ bytes, tag }: Fragment): void {
    this.tags.push(tag)
    this.#copy(bytes)
  }

  /** Fillings for which there is no gap are left out. */
  fill({ bytes, pieceEnds: ends, tag }: SlottedFragment, fillings: readonly FragmentWriterFn[]): void {
    this.tags.push(tag)
    let start = 0
    for (const [at, end] of ends.entries()) {
      this.ranges.push({ bytes, start, end })
      start = end
      if (at < ends.length - 1) fillings[at]?.(this)
    }
  }

  /** One more member at the end of an object that is written whole. */
  writeMember(name: Fragment, object: FragmentWriterFn, value: FragmentWriterFn): void {
    object(this)
    const last = this.ranges.pop()
    if (last) this.ranges.push({ ...last, end: last.end - 1 })
    this.write(name)
    value(this)
    this.#copy(BRACE)
  }

  writeList<T>(members: readonly T[], add: (member: T) => void): void {
    this.#copy(OPENING)
    for (const [at, member] of members.entries()) {
      if (at > 0) this.#copy(COMMA)
      add(member)
    }
    this.#copy(CLOSING)
    // Two lists side by side are told from one that holds what both do.
    this.tags.push(String(members.length))
  }

  /** Its tag is worked out from those of its texts alone. */
  toFragment(): Fragment {
    const length = this.ranges.reduce((sum, { start, end }) => sum + end - start, 0)
    const bytes = Buffer.allocUnsafeSlow(length)
    let at = 0
    for (const stretch of this.ranges) at += stretch.bytes.copy(bytes, at, stretch.start, stretch.end)
    return { bytes, tag: createTag(this.tags.join()) }
  }

  #copy(bytes: Buffer): void {
    this.ranges.push({ bytes, start: 0, end: bytes.length })
  }
}

/** A whole answer, which is put together when it goes out. */
export class JsonDocument {
  readonly #part: FragmentWriterFn

  constructor(part: FragmentWriterFn) {
    this.#part = part
  }

  toFragment(): Fragment {
    const assembly = new FragmentWriter()
    this.#part(assembly)
    return assembly.toFragment()
  }
}
