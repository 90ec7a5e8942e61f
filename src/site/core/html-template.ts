/** HTML as values: what is filled into a template is escaped, unless it is such a value itself. */
import { escapeMarkup } from '../../html/escape-xml.ts'

const MARKUP: unique symbol = Symbol('markup')

/** No record from outside can be one: JSON has no symbols. */
export interface Html {
  readonly [MARKUP]: string
}

/** What says nothing (`false`, `null`, undefined) leaves nothing behind. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[]

/** Markup that was made safe elsewhere, such as a description that the wire shows. */
export const trustHtml = (markup: string): Html => ({ [MARKUP]: markup })

export function html(strings: readonly string[], ...values: readonly HtmlValue[]): Html {
  return trustHtml(strings.map((text, index) => text + renderHtml(values[index])).join(''))
}

export function renderHtml(value: HtmlValue): string {
  if (value === undefined || value === null || value === false) return ''
  if (typeof value === 'string') return escapeMarkup(value)
  if (typeof value === 'number') return String(value)
  return MARKUP in value ? value[MARKUP] : value.map(renderHtml).join('')
}

/** JSON inside of `<script>`, where nothing can end it early. */
export const renderScriptJson = (value: unknown): Html => trustHtml(JSON.stringify(value).replaceAll('<', '\\u003c'))
