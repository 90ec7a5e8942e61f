/** Placeholders in rendered JSON: for values that depend on other records, and for the URL prefixes of a mount. */
import { randomUUID } from 'node:crypto'
import type { Urls } from '../posts/urls.ts'

/** Random, so that no value of a record can contain it. A letter after it distinguishes the slots. */
const MARK = randomUUID()

/** Placeholder for a value that is inserted when the response is assembled. */
export const SLOT = `${MARK}v`
/** Placeholder for a whole member (name and value), which may be absent. It must not be the first member of its object. */
export const MEMBER_SLOT = `${MARK}m`
/** Placeholders for the prefixes of URLs. */
export const URL_SLOTS: Urls = {
  site: `${MARK}s`,
  home: `${MARK}h`,
  base: `${MARK}b`,
  files: `${MARK}f`,
  globalIdPrefix: `${MARK}g`,
}

/** The letter of the slot of the first label; the others follow. The slots of prefixes have letters of ASCII. */
export const FIRST_LABEL_CODE = 128

/** Placeholder for the label of an additional field, by the index of its definition. */
export const createLabelSlot = (index: number): string => MARK + String.fromCharCode(FIRST_LABEL_CODE + index)

/** Letters of the slots of URL prefixes. */
export const URL_SLOT_CODES = { site: 's', home: 'h', base: 'b', files: 'f', globalIdPrefix: 'g' } as const

/** A view whose placeholders are replaced by the values that are inserted. */
export type FilledView<View, Slots extends { readonly [K in keyof Slots]: K extends keyof View ? unknown : never }> = {
  readonly [K in keyof View]: K extends keyof Slots ? Slots[K] : View[K]
}

export interface SlottedText {
  /** One more than slots. */
  readonly pieces: readonly string[]
  /** Letter of each slot. */
  readonly codes: readonly string[]
}

/** Splits JSON at its placeholders. */
export function splitAtSlots(json: string): SlottedText {
  const pieces: string[] = []
  const codes: string[] = []
  let start = 0
  for (let index = json.indexOf(MARK); index >= 0; index = json.indexOf(MARK, start)) {
    const end = index + MARK.length + 1
    const code = json.charAt(end - 1)
    const isPrefix = code !== 'v' && code !== 'm'
    // A value includes its quotes; a member also its name and the comma before it.
    pieces.push(json.slice(start, isPrefix ? index : code === 'm' ? json.lastIndexOf(',', index) : index - 1))
    codes.push(code)
    start = isPrefix ? end : end + 1
  }
  return { pieces: [...pieces, json.slice(start)], codes }
}
