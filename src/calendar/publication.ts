/** Status and publication time of a record as written: contract 6.5, 15.1, decisions Q6, Q7, Q47. */
import { type DateTime, type ParsedDate, parseDate } from '../text/dates.ts'
import { resolveLocal, toLocal } from '../text/zone.ts'
import { NEVER, type Post, type Status } from './post.ts'
import { INVALID, invalid } from './problem.ts'
import type { Clock } from './site.ts'
import { can, type Viewer } from './user.ts'

export type Publication = Pick<Post, 'status' | 'trashed_from' | 'date' | 'date_utc' | 'modified' | 'modified_utc'>

export interface PublicationInput {
  readonly status?: Status
  readonly date?: string
  readonly date_utc?: string
}

type Current = Pick<Post, 'status' | 'trashed_from' | 'date' | 'date_utc'>

/** Status and times after a creation (no `current`) or a partial update by `viewer`. */
export function publication(
  input: PublicationInput,
  current: Current | undefined,
  viewer: Viewer,
  clock: Clock,
): Publication {
  const asked = allowedStatus(input.status, current, viewer)
  const times = publicationTimes(input, current, asked, clock)
  const status = scheduled(asked, times.date_utc, clock.now)
  const isNever =
    (status === 'draft' || status === 'pending') && input.date_utc === undefined && !keepsTime(input, current)
  return {
    status,
    trashed_from: status === 'trash' ? trashedFrom(current) : '',
    date: times.date,
    date_utc: isNever ? NEVER : times.date_utc,
    modified: toLocal(clock.now, clock.zone),
    modified_utc: clock.now,
  }
}

/** A draft that was given a publication time keeps it through updates that leave status and time alone. */
function keepsTime(input: PublicationInput, current: Current | undefined): boolean {
  const isSameStatus = current !== undefined && (input.status === undefined || input.status === current.status)
  return isSameStatus && current.date_utc !== NEVER && input.date === undefined
}

function trashedFrom(current: Current | undefined): Status {
  if (!current) return 'draft'
  return current.status === 'trash' ? current.trashed_from || 'draft' : current.status
}

/**
 * Who may publish gets what was asked; who may not gets `pending` for all but drafts and the trash of an own record
 * (Q6). Without a status, records keep theirs, new ones are published or drafted by right. An update that names no
 * status leaves a trashed record in the trash.
 */
function allowedStatus(asked: Status | undefined, current: Current | undefined, viewer: Viewer): Status {
  const publishes = can(viewer, 'publish_posts')
  if (asked === undefined) return current?.status ?? (publishes ? 'publish' : 'draft')
  if (publishes || asked === 'draft' || (asked === 'trash' && current)) return asked
  return asked === current?.status ? asked : 'pending'
}

/** `publish` in the future waits as `future`, `future` in the past is published (contract 6.5). */
function scheduled(status: Status, dateUtc: DateTime, now: DateTime): Status {
  if (status === 'publish' && dateUtc > now) return 'future'
  return status === 'future' && dateUtc <= now ? 'publish' : status
}

interface Times {
  readonly date: DateTime
  readonly date_utc: DateTime
}

/** `date_utc` alone sets both; both given are stored as they are (contract 6.2). */
function publicationTimes(input: PublicationInput, current: Current | undefined, status: Status, clock: Clock): Times {
  const date = readDate(input.date, clock)
  const utc = readUtc(input.date_utc, clock)
  if (date && utc) return { date: date.date, date_utc: utc }
  if (utc) return { date: toLocal(utc, clock.zone), date_utc: utc }
  if (date) return date
  if (current && !isFirstPublication(current, status))
    return { date: current.date, date_utc: instantOf(current, clock) }
  return { date: toLocal(clock.now, clock.zone), date_utc: clock.now }
}

const instantOf = (current: Current, clock: Clock): DateTime =>
  current.date_utc === NEVER ? resolveLocal(current.date, clock.zone).utc : current.date_utc

/** A draft without a time of its own is published now. */
function isFirstPublication(current: Current, status: Status): boolean {
  return current.date_utc === NEVER && status !== 'draft' && status !== 'pending' && status !== 'trash'
}

function readDate(text: string | undefined, clock: Clock): Times | undefined {
  if (text === undefined) return undefined
  const date = readNamed('date', text, toLocal(clock.now, clock.zone))
  if (date.kind === 'instant') return { date: toLocal(date.value, clock.zone), date_utc: date.value }
  const { local, utc } = resolveLocal(date.value, clock.zone)
  return { date: local, date_utc: utc }
}

function readUtc(text: string | undefined, clock: Clock): DateTime | undefined {
  return text === undefined ? undefined : readNamed('date_utc', text, clock.now).value
}

/** A relative date may be well formed and still leave the years of the wire. */
function readNamed(name: 'date' | 'date_utc', text: string, now: DateTime): ParsedDate {
  const date = parseDate(text, now)
  if (!date) throw invalid({ [name]: INVALID })
  return date
}
