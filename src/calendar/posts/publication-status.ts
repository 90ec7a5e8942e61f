/** Status and publication time of a record after a write (wire-contract §6.5, 15.1, Q6, Q7, Q47). */
import type { DateTime } from '../../base/time/date-time.ts'
import { type ParsedDate, parseDate } from '../../base/time/parse-date.ts'
import { resolveLocal, toLocal } from '../../base/time/time-zone.ts'
import { NEVER_PUBLISHED, type Post, type PostStatus } from '../../kernel/post.ts'
import { createInvalidParams, INVALID_VALUE } from '../../kernel/problem.ts'
import type { TimeContext } from '../../kernel/site.ts'
import { can, type Viewer } from '../../kernel/user.ts'

export type Publication = Pick<Post, 'status' | 'trashed_from' | 'date' | 'date_utc' | 'modified' | 'modified_utc'>

export interface PublicationInput {
  readonly status?: PostStatus
  readonly date?: string
  readonly date_utc?: string
}

type CurrentPublication = Pick<Post, 'status' | 'trashed_from' | 'date' | 'date_utc'>

/** Status and times after a creation (`current` is undefined) or a partial update by `viewer`. */
export function resolvePublication(
  input: PublicationInput,
  current: CurrentPublication | undefined,
  viewer: Viewer,
  clock: TimeContext,
): Publication {
  const requested = resolveAllowedStatus(input.status, current, viewer)
  const times = resolvePublicationTimes(input, current, requested, clock)
  const status = applySchedule(requested, times.date_utc, clock.now)
  const isNever =
    (status === 'draft' || status === 'pending') &&
    input.date_utc === undefined &&
    !keepsPublicationTime(input, current)
  return {
    status,
    trashed_from: status === 'trash' ? resolveTrashedFrom(current) : '',
    date: times.date,
    date_utc: isNever ? NEVER_PUBLISHED : times.date_utc,
    modified: toLocal(clock.now, clock.zone),
    modified_utc: clock.now,
  }
}

/** A draft with a publication time keeps it in updates without status and date. */
function keepsPublicationTime(input: PublicationInput, current: CurrentPublication | undefined): boolean {
  const isSameStatus = current !== undefined && (input.status === undefined || input.status === current.status)
  return isSameStatus && current.date_utc !== NEVER_PUBLISHED && input.date === undefined
}

function resolveTrashedFrom(current: CurrentPublication | undefined): PostStatus {
  if (!current) return 'draft'
  return current.status === 'trash' ? current.trashed_from || 'draft' : current.status
}

/**
 * Viewers who may publish get the requested status; for others it becomes `pending`, except drafts and trashing an own
 * record (Q6). Without a status, records keep theirs, and new ones are published if the viewer may publish, else
 * drafts. An update without a status leaves a trashed record in the trash.
 */
function resolveAllowedStatus(
  requested: PostStatus | undefined,
  current: CurrentPublication | undefined,
  viewer: Viewer,
): PostStatus {
  const mayPublish = can(viewer, 'publish_posts')
  if (requested === undefined) return current?.status ?? (mayPublish ? 'publish' : 'draft')
  if (mayPublish || requested === 'draft' || (requested === 'trash' && current)) return requested
  return requested === current?.status ? requested : 'pending'
}

/** `publish` with a future date becomes `future`, `future` with a past date becomes `publish` (wire-contract §6.5). */
function applySchedule(status: PostStatus, dateUtc: DateTime, now: DateTime): PostStatus {
  if (status === 'publish' && dateUtc > now) return 'future'
  return status === 'future' && dateUtc <= now ? 'publish' : status
}

interface PublicationTimes {
  readonly date: DateTime
  readonly date_utc: DateTime
}

/** `date_utc` alone sets both; if both are set they are stored unchanged (wire-contract §6.2). */
function resolvePublicationTimes(
  input: PublicationInput,
  current: CurrentPublication | undefined,
  status: PostStatus,
  clock: TimeContext,
): PublicationTimes {
  const date = parseLocalDate(input.date, clock)
  const utc = parseUtcDate(input.date_utc, clock)
  if (date && utc) return { date: date.date, date_utc: utc }
  if (utc) return { date: toLocal(utc, clock.zone), date_utc: utc }
  if (date) return date
  if (current && !isFirstPublication(current, status))
    return { date: current.date, date_utc: resolveInstant(current, clock) }
  return { date: toLocal(clock.now, clock.zone), date_utc: clock.now }
}

const resolveInstant = (current: CurrentPublication, clock: TimeContext): DateTime =>
  current.date_utc === NEVER_PUBLISHED ? resolveLocal(current.date, clock.zone).utc : current.date_utc

/** A draft without a date is published now. */
function isFirstPublication(current: CurrentPublication, status: PostStatus): boolean {
  return current.date_utc === NEVER_PUBLISHED && status !== 'draft' && status !== 'pending' && status !== 'trash'
}

function parseLocalDate(text: string | undefined, clock: TimeContext): PublicationTimes | undefined {
  if (text === undefined) return undefined
  const date = parseNamedDate('date', text, toLocal(clock.now, clock.zone))
  if (date.kind === 'instant') return { date: toLocal(date.value, clock.zone), date_utc: date.value }
  const { local, utc } = resolveLocal(date.value, clock.zone)
  return { date: local, date_utc: utc }
}

function parseUtcDate(text: string | undefined, clock: TimeContext): DateTime | undefined {
  return text === undefined ? undefined : parseNamedDate('date_utc', text, clock.now).value
}

/** A relative date may be valid and still be outside of the years 0000 to 9999. */
function parseNamedDate(name: 'date' | 'date_utc', text: string, now: DateTime): ParsedDate {
  const date = parseDate(text, now)
  if (!date) throw createInvalidParams({ [name]: INVALID_VALUE })
  return date
}
