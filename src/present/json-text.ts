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

/** The pieces with what fills the gaps between them; fillings for which there is no gap are left out. */
export function fillGaps(pieces: readonly string[], fillings: readonly string[]): readonly string[] {
  const last = pieces.length - 1
  return pieces.flatMap((piece, at) => (at < last ? [piece, fillings[at] ?? ''] : piece))
}

/** A JSON list of what is JSON already. */
export const listOf = (texts: readonly string[]): string => `[${texts.join(',')}]`

/** The same in parts, of members that are in parts themselves: long texts are put together only once. */
export const partsOfList = (members: readonly (readonly string[])[]): readonly string[] => [
  '[',
  ...members.flatMap((parts, at) => (at === 0 ? parts : [',', ...parts])),
  ']',
]
