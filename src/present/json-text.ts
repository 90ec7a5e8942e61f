/** JSON that stands written already, as bytes: answers are put together from it. */
import { createHash, randomUUID } from 'node:crypto'

/** A stretch of JSON. Two of the same tag are the same, wherever they were made. */
export interface Text {
  readonly bytes: Buffer
  readonly tag: string
}

/** A text with gaps, which are filled where it is put together. */
export interface GappedText extends Text {
  /** Where the pieces between the gaps end. */
  readonly ends: readonly number[]
}

const tagOf = (content: Buffer | string): string =>
  createHash('sha1').update(content).digest('base64url').slice(0, TAG_LENGTH)

/** 96 bits tell apart more texts than there will ever be. */
const TAG_LENGTH = 16

/** Texts are kept, and bytes of the common pool would keep all that lies beside them. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** A text that was written by hand. */
export function plainText(text: string): Text {
  const bytes = bytesOf(text)
  return { bytes, tag: tagOf(bytes) }
}

export const textOf = (view: unknown): Text => plainText(JSON.stringify(view))

/** Nobody can guess it, so no record has it in a value. */
const MARK = randomUUID()

/** Holds a place in a view until its text is put together. */
export const GAP = `${MARK}-value`
/** As `GAP`, for a member that may be wanting altogether. It is not the first of its object. */
export const MEMBER_GAP = `${MARK}-member`

/** The JSON between its gaps. */
function piecesOf(json: string): string[] {
  const pieces: string[] = []
  let start = 0
  for (let at = json.indexOf(MARK); at >= 0; at = json.indexOf(MARK, start)) {
    const isMember = json.startsWith(MEMBER_GAP, at)
    const gap = isMember ? MEMBER_GAP : GAP
    // The quote before it, or the comma before its name.
    pieces.push(json.slice(start, isMember ? json.lastIndexOf(',', at) : at - 1))
    start = at + gap.length + 1
  }
  return [...pieces, json.slice(start)]
}

export function gappedTextOf(view: unknown): GappedText {
  const pieces = piecesOf(JSON.stringify(view))
  let end = 0
  const ends = pieces.map((piece) => {
    end += Buffer.byteLength(piece)
    return end
  })
  return { ...plainText(pieces.join('')), ends }
}

const OPENING = Buffer.from('[')
const COMMA = Buffer.from(',')
const CLOSING = Buffer.from(']')
const BRACE = Buffer.from('}')

/** Something of an answer as it is put together: says itself by adding to `out`. */
export type Part = (out: Assembly) => void

/** Where bytes are to be copied from. */
interface Stretch {
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
}

/** An answer being put together: its bytes in order, and what tells it from others. */
export class Assembly {
  readonly stretches: Stretch[] = []
  readonly tags: string[] = []

  add({ bytes, tag }: Text): void {
    this.tags.push(tag)
    this.#copy(bytes)
  }

  /** Fillings for which there is no gap are left out. */
  addFilled({ bytes, ends, tag }: GappedText, fillings: readonly Part[]): void {
    this.tags.push(tag)
    let start = 0
    for (const [at, end] of ends.entries()) {
      this.stretches.push({ bytes, start, end })
      start = end
      if (at < ends.length - 1) fillings[at]?.(this)
    }
  }

  /** One more member at the end of an object that is written whole. */
  addMember(name: Text, object: Part, value: Part): void {
    object(this)
    const last = this.stretches.pop()
    if (last) this.stretches.push({ ...last, end: last.end - 1 })
    this.add(name)
    value(this)
    this.#copy(BRACE)
  }

  addList<T>(members: readonly T[], add: (member: T) => void): void {
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
  whole(): Text {
    const length = this.stretches.reduce((sum, { start, end }) => sum + end - start, 0)
    const bytes = Buffer.allocUnsafeSlow(length)
    let at = 0
    for (const stretch of this.stretches) at += stretch.bytes.copy(bytes, at, stretch.start, stretch.end)
    return { bytes, tag: tagOf(this.tags.join()) }
  }

  #copy(bytes: Buffer): void {
    this.stretches.push({ bytes, start: 0, end: bytes.length })
  }
}

/** A whole answer, which is put together when it goes out. */
export class JsonText {
  readonly #part: Part

  constructor(part: Part) {
    this.#part = part
  }

  whole(): Text {
    const assembly = new Assembly()
    this.#part(assembly)
    return assembly.whole()
  }
}
