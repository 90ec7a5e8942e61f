/** JSON that stands written already, as bytes: answers are put together from it. */
import { createHash, randomUUID } from 'node:crypto'

/** A stretch of JSON. Two of the same tag are the same, wherever they were made. */
export interface Text {
  readonly bytes: Buffer
  readonly tag: string
}

/** A text with gaps between its pieces, which are filled where it is put together. */
export interface GappedText {
  readonly pieces: readonly Buffer[]
  readonly tag: string
}

const tagOf = (content: Buffer | string): string =>
  createHash('sha1').update(content).digest('base64url').slice(0, TAG_LENGTH)

/** 96 bits tell apart more texts than there will ever be. */
const TAG_LENGTH = 16

/** A text that was written by hand. */
export function plainText(text: string): Text {
  const bytes = Buffer.from(text)
  return { bytes, tag: tagOf(bytes) }
}

export const textOf = (view: unknown): Text => plainText(JSON.stringify(view))

/** Holds a place in a view until its text is put together. Nobody can guess it, so no record has it as a value. */
export const GAP = randomUUID()
/** As `GAP`, for a member that may be wanting altogether. It is not the first of its object. */
export const MEMBER_GAP = randomUUID()

const GAPS = new RegExp(`"${GAP}"|,"\\w+":"${MEMBER_GAP}"`)

export function gappedTextOf(view: unknown): GappedText {
  const pieces = JSON.stringify(view).split(GAPS)
  // Of all pieces the bytes lie together.
  const bytes = Buffer.from(pieces.join(''))
  let end = 0
  const cut = pieces.map((piece) => {
    const start = end
    end += Buffer.byteLength(piece)
    return bytes.subarray(start, end)
  })
  return { pieces: cut, tag: tagOf(bytes) }
}

const OPENING = Buffer.from('[')
const COMMA = Buffer.from(',')
const CLOSING = Buffer.from(']')
const BRACE = Buffer.from('}')

/** Something of an answer as it is put together: says itself by adding to `out`. */
export type Part = (out: Assembly) => void

/** An answer being put together: its bytes in order, and what tells it from others. */
export class Assembly {
  readonly parts: Buffer[] = []
  readonly tags: string[] = []

  add({ bytes, tag }: Text): void {
    this.parts.push(bytes)
    this.tags.push(tag)
  }

  /** Fillings for which there is no gap are left out. */
  addFilled({ pieces, tag }: GappedText, fillings: readonly Part[]): void {
    this.tags.push(tag)
    for (const [at, piece] of pieces.entries()) {
      this.parts.push(piece)
      if (at < pieces.length - 1) fillings[at]?.(this)
    }
  }

  /** One more member at the end of an object that is written whole. */
  addMember(name: Text, object: Part, value: Part): void {
    object(this)
    const last = this.parts.pop()
    if (last) this.parts.push(last.subarray(0, -1))
    this.add(name)
    value(this)
    this.parts.push(BRACE)
  }

  addList<T>(members: readonly T[], add: (member: T) => void): void {
    this.parts.push(OPENING)
    for (const [at, member] of members.entries()) {
      if (at > 0) this.parts.push(COMMA)
      add(member)
    }
    this.parts.push(CLOSING)
    // Two lists side by side are told from one that holds what both do.
    this.tags.push(String(members.length))
  }
}

/** A whole answer, which is put together when it goes out. */
export class JsonText {
  readonly #assembly = new Assembly()

  constructor(part: Part) {
    part(this.#assembly)
  }

  /** Its tag is worked out from those of its texts alone. */
  whole(): Text {
    const { parts, tags } = this.#assembly
    return { bytes: Buffer.concat(parts), tag: tagOf(tags.join()) }
  }
}
