/** JSON that stands written already: answers are put together from it. */
import { randomUUID } from 'node:crypto'

export class JsonText {
  readonly parts: readonly string[]

  constructor(parts: readonly string[]) {
    this.parts = parts
  }

  toString(): string {
    return this.parts.join('')
  }
}

/** Holds a place in a view until its text is put together. Nobody can guess it, so no record has it as a value. */
export const GAP = randomUUID()
/** As `GAP`, for a member that may be wanting altogether. It is not the first of its object. */
export const MEMBER_GAP = randomUUID()

const GAPS = new RegExp(`"${GAP}"|,"\\w+":"${MEMBER_GAP}"`)

/** The JSON of a view, cut at its gaps. */
export const cutAtGaps = (view: unknown): readonly string[] => JSON.stringify(view).split(GAPS)

/** The text with its gaps filled in their order; fillings for which there is no gap are left out. */
export function fillGaps(pieces: readonly string[], fillings: readonly string[]): string {
  const last = pieces.length - 1
  return pieces.map((piece, at) => (at < last ? `${piece}${fillings[at] ?? ''}` : piece)).join('')
}

/** A JSON list of what is JSON already. */
export const listOf = (texts: readonly string[]): string => `[${texts.join(',')}]`
