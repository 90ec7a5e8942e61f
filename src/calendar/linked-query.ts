import { externalIdFilter } from './external-id.ts'
import { type Parsed, trueWord } from './field.ts'
import { oneEvent, page, perPage, search, statusFilter } from './shared-fields.ts'

/** What the lists of venues and organizers take (contract 11.1). */
export const linkedQuery = {
  page,
  per_page: perPage,
  search,
  event: oneEvent('list.event'),
  has_events: trueWord('list.has_events'),
  only_with_upcoming: { ...trueWord('list.only_with_upcoming'), default: false },
  status: statusFilter,
  external_id: externalIdFilter,
} as const

export type LinkedQuery = Parsed<typeof linkedQuery>
