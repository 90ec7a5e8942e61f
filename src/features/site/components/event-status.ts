/** The status of an event: labels, struck-through dates and prefixes of titles. */
import { resolveLocal } from '../../../base/time/time-zone.ts'
import type { EventView } from '../../../calendar/events/present-event.ts'
import { formatShort } from '../../../pages/format-dates.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import { extractText } from '../../../pages/view-text.ts'

type StatusFields = Pick<EventView, 'event_status' | 'previous_start_date'>
type TitleFields = StatusFields & Pick<EventView, 'title'>

/** True if the event does not take place on its date: it is canceled, or postponed without a new date. */
export const isDateVoid = ({ event_status, previous_start_date }: StatusFields): boolean =>
  event_status === 'canceled' || (event_status === 'postponed' && previous_start_date === undefined)

/** A date, title or time of the event, struck through if its date does not apply any more. */
export const strikeIfVoid = (event: StatusFields, content: Html): Html =>
  isDateVoid(event) ? html`<s>${content}</s>` : content

/** Label of the status; undefined for a scheduled event. */
export const translateStatus = ({ translate }: PageContext, { event_status }: StatusFields): string | undefined =>
  event_status && translate(`status.${event_status}`)

export function renderStatusMark(context: PageContext, event: StatusFields): Html | undefined {
  const status = translateStatus(context, event)
  return status === undefined
    ? undefined
    : html`<span class="mark ${isDateVoid(event) ? 'mark-void' : 'mark-changed'}">${status}</span>`
}

/** `Canceled: Title`, as text. */
export function formatTitle(context: PageContext, event: TitleFields): string {
  const [title, status] = [extractText(event.title), translateStatus(context, event)]
  return status === undefined ? title : context.translate('status.prefixed', { status, title })
}

/** Label of an event in a calendar grid. It is visible where cells are wide enough, and always read by screen readers. */
export function renderGridStatus(context: PageContext, event: StatusFields): Html | undefined {
  const status = translateStatus(context, event)
  return status === undefined
    ? undefined
    : html`<span class="grid-status${isDateVoid(event) && ' grid-status-void'}">${status}<span class="hidden">: </span></span> `
}

/** Title of an event in a calendar grid. */
export const renderGridTitle = (event: TitleFields): Html => strikeIfVoid(event, html`${extractText(event.title)}`)

/** Label, reason and former date, at the head of the page of an event. */
export function renderStatusNotice(context: PageContext, event: EventView): Html | undefined {
  const status = translateStatus(context, event)
  if (status === undefined) return undefined
  const { translate } = context
  const isUndated = event.event_status === 'postponed' && event.previous_start_date === undefined
  const reason = extractText(event.event_status_reason ?? '')
  return html`<div class="notice notice-status${isDateVoid(event) && ' notice-void'}"><p><strong>${status}</strong>${reason !== '' && html` · ${reason}`}</p>${isUndated && html`<p>${translate('page.new_date_unknown')}</p>`}${renderPreviousDate(context, event)}</div>`
}

/** The start of a moved event before it was moved. */
function renderPreviousDate(context: PageContext, event: EventView): Html | undefined {
  const { previous_start_date: start, timezone } = event
  if (start === undefined) return undefined
  const previous = { ...event, start_date: start, end_date: start, utc_start_date: resolveLocal(start, timezone).utc }
  return html`<p>${context.translate('page.original_date', { time: formatShort(previous, context) })}</p>`
}
