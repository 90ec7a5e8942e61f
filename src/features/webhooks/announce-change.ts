/** Which changes a webhook announces, and as what. */

import type { RecordedFields, RecordedValue } from '../../kernel/change-record.ts'
import { POST_STATUSES } from '../../kernel/post.ts'
import { isListed, resolveVisibleStatuses } from '../../kernel/visibility.ts'
import type { RecordState, StateChange } from './trace-states.ts'
import { WEBHOOK_VIEWERS, type Webhook, type WebhookFilters, type WebhookKind } from './webhook.ts'

/** `categories` contains the descendants as well. */
export type AnnouncementRule = Pick<Webhook, 'view' | 'filters'>

export const MESSAGE_ACTIONS = ['created', 'updated', 'deleted'] as const
export type MessageAction = (typeof MESSAGE_ACTIONS)[number]

/**
 * For the receiver, a record that becomes visible is created, and one that becomes invisible, also to the filters, is
 * deleted. Returns undefined for a change of a record that the receiver may not see before or after it.
 */
export function classifyChange(
  rule: AnnouncementRule,
  kind: WebhookKind,
  { before, after }: StateChange,
): MessageAction | undefined {
  const [was, is] = [isAnnounced(rule, kind, before), isAnnounced(rule, kind, after)]
  if (is) return was ? 'updated' : 'created'
  return was ? 'deleted' : undefined
}

/** True if the receiver may see a record in this state. */
export function isAnnounced(rule: AnnouncementRule, kind: WebhookKind, state: RecordState): boolean {
  if (!state) return false
  if (kind === 'category' || kind === 'tag') return true
  if (!hasVisibleStatus(rule, state)) return false
  return kind !== 'event' || (isInListings(rule, state) && matchesFilters(rule, state))
}

function hasVisibleStatus({ view, filters }: AnnouncementRule, state: RecordedFields): boolean {
  const status = POST_STATUSES.find((name) => name === state['status'])
  // No author is the receiver.
  return (
    status !== undefined &&
    isListed(resolveVisibleStatuses(WEBHOOK_VIEWERS[view], filters.status ?? 'any'), { status, author: -1 })
  )
}

/** Lists show hidden events to editors only. */
const isInListings = ({ view }: AnnouncementRule, state: RecordedFields): boolean =>
  view === 'full' || state['hide_from_listings'] !== true

/** As in lists, the hidden part of a protected event counts as empty. */
function matchesFilters({ view, filters }: AnnouncementRule, state: RecordedFields): boolean {
  const isClosed = view === 'public' && Boolean(state['post_password'])
  const shown = isClosed ? {} : state
  return (
    matchesIds(filters, shown) &&
    matchesAny(filters.series, state['series']) &&
    (filters.event_status === undefined || filters.event_status.some((name) => name === state['event_status'])) &&
    matchesFlag(filters.featured, shown['featured'] === true) &&
    matchesFlag(filters.is_virtual, (shown['attendance_mode'] ?? 'offline') !== 'offline') &&
    matchesFlag(filters.ticketed, listValues(shown['tickets']).length > 0)
  )
}

const matchesIds = (filters: WebhookFilters, state: RecordedFields): boolean =>
  matchesAny(filters.categories, state['categories']) &&
  matchesAny(filters.tags, state['tags']) &&
  matchesAny(filters.venue, state['venue']) &&
  matchesAny(filters.organizer, state['organizer']) &&
  !hasAny(filters.categories_exclude ?? [], state['categories']) &&
  !hasAny(filters.tags_exclude ?? [], state['tags'])

const matchesFlag = (filter: boolean | undefined, value: boolean): boolean => filter === undefined || filter === value

const matchesAny = (ids: readonly number[] | undefined, value: RecordedValue | undefined): boolean =>
  ids === undefined || hasAny(ids, value)

const hasAny = (ids: readonly number[], value: RecordedValue | undefined): boolean =>
  listValues(value).some((one) => typeof one === 'number' && ids.includes(one))

/** A deleted record has null instead of an empty list. */
function listValues(value: RecordedValue | undefined): readonly RecordedValue[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}
