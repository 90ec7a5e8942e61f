/** HTML as values: what is filled into a template is escaped, unless it is such a value itself. */
import { escapeSigns } from '../text/xml.ts'

const MARKUP: unique symbol = Symbol('markup')

/** No record from outside can be one: JSON has no symbols. */
export interface Html {
  readonly [MARKUP]: string
}

/** What says nothing (`false`, `null`, undefined) leaves nothing behind. */
export type Filling = Html | string | number | false | null | undefined | readonly Filling[]

/** Markup that was made safe elsewhere, such as a description that the wire shows. */
export const trusted = (markup: string): Html => ({ [MARKUP]: markup })

export function html(pieces: readonly string[], ...fillings: readonly Filling[]): Html {
  return trusted(pieces.map((piece, at) => piece + markupOf(fillings[at])).join(''))
}

export function markupOf(filling: Filling): string {
  if (filling === undefined || filling === null || filling === false) return ''
  if (typeof filling === 'string') return escapeSigns(filling)
  if (typeof filling === 'number') return String(filling)
  return MARKUP in filling ? filling[MARKUP] : filling.map(markupOf).join('')
}

/** JSON inside of `<script>`, where nothing can end it early. */
export const jsonMarkup = (value: unknown): Html => trusted(JSON.stringify(value).replaceAll('<', '\\u003c'))
