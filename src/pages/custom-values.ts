/** Values of the additional fields that pages show, as rows of a list of facts. */

import type { CustomValuesView } from '../calendar/custom-fields/present-custom-fields.ts'
import type { CustomValue } from '../kernel/custom-values.ts'
import { type Html, html } from './html-template.ts'
import type { PageContext } from './page-context.ts'
import { extractText, truncateText } from './view-text.ts'

export function renderCustomValues(context: PageContext, values: CustomValuesView = []): readonly Html[] {
  const views = new Map(Object.entries(values))
  return context.site.customFields.flatMap(({ key, type, show_on_pages: isShown }) => {
    const view = isShown ? views.get(key) : undefined
    if (!view) return []
    const { label, value } = view
    const content = type === 'url' ? renderLink(String(value)) : renderValue(context, value)
    return [html`<dt>${extractText(label)}</dt><dd>${content}</dd>`]
  })
}

function renderLink(value: string): Html {
  const url = extractText(value)
  const name = url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
  return html`<a href="${url}" rel="nofollow noopener">${truncateText(name, MAX_LINK_LENGTH)}</a>`
}

const MAX_LINK_LENGTH = 40

/** Numbers without separators of thousands, because they may be years. */
function renderValue({ translate, language }: PageContext, value: CustomValue): Html | readonly Html[] | string {
  if (typeof value === 'boolean') return translate(value ? 'word.yes' : 'word.no')
  if (typeof value === 'number')
    return value.toLocaleString(language, { useGrouping: false, maximumFractionDigits: 20 })
  return value.split('\n').map((line, index) => html`${index > 0 && html`<br>`}${extractText(line)}`)
}
