/** HTML templates. Interpolated values are escaped unless they are `Html` values. */
import { escapeMarkup } from '../base/text/escape-xml.ts'

const MARKUP: unique symbol = Symbol('markup')

/** Parsed JSON can never be an `Html` value, because JSON has no symbol keys. */
export interface Html {
  readonly [MARKUP]: string
}

/** `false`, `null` and undefined render as nothing. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[]

/** Marks markup as safe, such as sanitized descriptions. */
export const trustHtml = (markup: string): Html => ({ [MARKUP]: markup })

export const isHtml = (value: unknown): value is Html => typeof value === 'object' && value !== null && MARKUP in value

export function html(strings: readonly string[], ...values: readonly HtmlValue[]): Html {
  return trustHtml(strings.map((text, index) => text + renderHtml(values[index])).join(''))
}

export function renderHtml(value: HtmlValue): string {
  if (value === undefined || value === null || value === false) return ''
  if (typeof value === 'string') return escapeMarkup(value)
  if (typeof value === 'number') return String(value)
  return MARKUP in value ? value[MARKUP] : value.map(renderHtml).join('')
}

/** JSON for a `<script>` element. `<` is escaped, so that no value can close the element. */
export const renderScriptJson = (value: unknown): Html => trustHtml(JSON.stringify(value).replaceAll('<', '\\u003c'))
