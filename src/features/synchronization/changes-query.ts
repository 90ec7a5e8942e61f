/** Parameters of the list of changes and of the event stream (decisions: Delta sync, Live). */

import { type EventQuery, eventQuery } from '../../calendar/lists/event-query.ts'
import { perPageField } from '../../kernel/common-fields.ts'
import { invalid, type Parsed, type ParseResult, parseElements, toPositiveInteger, valid } from '../../kernel/field.ts'
import type { Viewer } from '../../kernel/user.ts'
import { type ChangeCursor, parseCursor } from './change-cursor.ts'

/** Kinds in the order of a snapshot: records follow those that they refer to. */
export const SYNCHRONIZED_KINDS = ['category', 'tag', 'venue', 'organizer', 'event'] as const
export type SynchronizedKind = (typeof SYNCHRONIZED_KINDS)[number]

/** Maximum of `wait` in seconds: below the timeout of common proxies. */
export const MAX_CHANGES_WAIT_SECONDS = 55

const kindsField = {
  items: 'string',
  describe: 'changes.kinds',
  expects: { key: 'hint.names', values: { names: SYNCHRONIZED_KINDS.join(', ') } },
  parse: (raw: unknown): ParseResult<readonly SynchronizedKind[]> => {
    const names = parseElements(raw)
    const known = SYNCHRONIZED_KINDS.filter((name) => names.includes(name))
    return known.length === 0 || known.length < new Set(names).size ? invalid : valid(known)
  },
} as const

const INCLUDES = ['records'] as const

const includeField = {
  type: 'string',
  enum: INCLUDES,
  describe: 'changes.include',
  expects: { key: 'hint.names', values: { names: INCLUDES.join() } },
  parse: (raw: unknown): ParseResult<'records'> => (raw === 'records' ? valid(raw) : invalid),
} as const

const waitField = {
  type: 'integer',
  describe: 'changes.wait',
  expects: { key: 'hint.number', values: { min: '0', max: String(MAX_CHANGES_WAIT_SECONDS) } },
  parse: (raw: unknown): ParseResult<number> => {
    const seconds = raw === 0 || raw === '0' ? 0 : toPositiveInteger(raw)
    return seconds === undefined || seconds > MAX_CHANGES_WAIT_SECONDS ? invalid : valid(seconds)
  },
} as const

const sinceField = {
  type: 'string',
  describe: 'changes.since',
  expects: { key: 'hint.cursor' },
  parse: (raw: unknown): ParseResult<ChangeCursor> => parseCursor(raw),
} as const

/** The filters of lists that select records; the others select a page or an order, or depend on other records. */
const {
  page: _page,
  per_page: _perPage,
  include: _include,
  orderby: _orderBy,
  order: _order,
  collapse: _collapse,
  hide_subsequent_recurrences: _hideSubsequent,
  password: _password,
  ...filters
} = eventQuery

/** Parameters that the event stream shares. */
export const changeFilters = { since: sinceField, kinds: kindsField, include: includeField, ...filters } as const

export const changesQuery = { ...changeFilters, per_page: perPageField, wait: waitField } as const

export type ChangeFilters = Parsed<typeof changeFilters>
export type ChangesQuery = Parsed<typeof changesQuery>

/** The filters as those of a list of events. */
export function toEventQuery({ since: _, kinds: __, include: ___, ...query }: ChangeFilters): EventQuery {
  return query
}

const VIEW_PARAMETERS = ['kinds', ...Object.keys(filters)]

/** Text that is equal for equal filters of the same viewer; another role makes it another one. */
export function describeView(query: ChangeFilters, { id, role }: Viewer): string {
  const entries = Object.entries(query).filter(([name]) => VIEW_PARAMETERS.includes(name))
  return JSON.stringify([id, role, entries.sort(([a], [b]) => (a < b ? -1 : 1))])
}
