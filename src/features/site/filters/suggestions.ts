/** Content of the list box of the search: records and events, by kind. */
import type { EventSummary } from '../../../calendar/events/present-summary.ts'
import { formatShort } from '../../../pages/format-dates.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import { type PageContext, toSitePath, translateCount } from '../../../pages/page-context.ts'
import { extractText } from '../../../pages/view-text.ts'
import { formatTitle } from '../components/event-status.ts'
import { type FoundRecord, OPTION_NAMES } from '../data/named-records.ts'
import { KIND_LABELS } from './name-matches.ts'

interface Suggestions {
  readonly records: readonly FoundRecord[]
  readonly events: readonly EventSummary[]
}

interface Suggestion {
  readonly url: string
  readonly label: string
  readonly note: string
}

/** The message announces the number to screen readers. */
export function renderSuggestions(context: PageContext, { records, events }: Suggestions): Html {
  const { translate } = context
  const groups = OPTION_NAMES.map((kind) => ({
    label: translate(KIND_LABELS[kind]),
    items: records
      .filter((record) => record.kind === kind)
      .map(({ url, label, events: count }) => ({ url, label, note: translateCount(context, 'find.upcoming', count) })),
  }))
  const eventItems = events.map((event) => ({
    url: event.url,
    label: extractText(formatTitle(context, event)),
    note: formatShort(event, context),
  }))
  const all = [...groups, { label: translate('find.events'), items: eventItems }].filter(
    ({ items }) => items.length > 0,
  )
  const message = translateCount(context, 'find.suggested', records.length + events.length)
  return html`<div data-message="${message}">${all.map(({ label, items }, index) => renderGroup(context, { label, items, id: `suggested-${index}` }))}</div>`
}

function renderGroup(
  context: PageContext,
  { label, items, id }: { readonly label: string; readonly items: readonly Suggestion[]; readonly id: string },
): Html {
  const options = items.map(
    ({ url, label: name, note }, index) =>
      html`<li role="option" id="${id}-${index}" aria-selected="false" data-href="${toSitePath(context, url)}"><span class="suggested-name">${name}</span> <span class="suggested-note">${note}</span></li>`,
  )
  return html`<ul role="group" aria-labelledby="${id}"><li role="presentation" class="suggested-kind" id="${id}">${label}</li>${options}</ul>`
}
