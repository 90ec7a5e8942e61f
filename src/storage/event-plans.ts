/** Carries out plans for events: ids in order and their number. */
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import type { Bound } from '../calendar/event-window.ts'
import type { EventPlan } from '../calendar/plans.ts'
import type { Reader } from './database.ts'
import { hasExternalId, matchesWords, showsStatus } from './post-conditions.ts'
import type { Tables } from './tables.ts'

export interface IdPage {
  readonly ids: readonly number[]
  readonly total: number
}

type Events = SelectQueryBuilder<Tables, 'events', object>
type On = ExpressionBuilder<Tables, 'events'>

/** Order: start, then publication, then number; by publication when asked for by number (contract 8.2). */
export async function findEventIds(db: Reader, plan: EventPlan): Promise<IdPage> {
  if (plan.isEmpty) return { ids: [], total: 0 }
  const matching = matchingEvents(db, plan)
  const counted = await matching.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const total = Number(counted.total)
  const offset = (plan.page - 1) * plan.perPage
  if (offset >= total) return { ids: [], total }
  const rows = await matching
    .select('id')
    .$if(plan.include === undefined, (q) => q.orderBy('start_date'))
    .orderBy('date')
    .orderBy('id')
    .limit(plan.perPage)
    .offset(offset)
    .execute()
  return { ids: rows.map(({ id }) => id), total }
}

function matchingEvents(db: Reader, plan: EventPlan): Events {
  return db
    .selectFrom('events')
    .where((on) => showsStatus(on, plan.statuses))
    .$if(!plan.withHidden, (q) => q.where('hide_from_listings', '=', 0))
    .where((on) => on.and(plan.bounds.map((bound) => withinBound(on, bound))))
    .where((on) => on.and(filters(on, plan)))
    .where((on) => on.and(matchesWords(on, 'id', plan.words)))
    .$if(plan.opensProtected !== 'every', (q) =>
      q.where((on) => on.or([on('password', '=', ''), on('author', '=', Number(plan.opensProtected))])),
    )
}

const COMPARISONS = {
  start_date: ['start_date', '>='],
  starts_after: ['start_date', '>'],
  starts_before: ['start_date', '<'],
  end_date: ['end_date', '<='],
  ends_after: ['end_date', '>'],
  ends_before: ['end_date', '<'],
} as const

/** Wall time against the event's own wall time, an instant against UTC (Q43). */
function withinBound(on: On, { name, kind, value }: Bound) {
  const [column, operator] = COMPARISONS[name]
  return on(kind === 'wall' ? column : (`utc_${column}` as const), operator, value)
}

function filters(on: On, plan: EventPlan) {
  return [
    ...(plan.featured === undefined ? [] : [on('featured', '=', plan.featured ? 1 : 0)]),
    ...(plan.ticketed === undefined ? [] : [on('ticketed', '=', plan.ticketed ? 1 : 0)]),
    ...hasExternalId(on, plan.externalId),
    ...(plan.include ? [on('id', 'in', plan.include)] : []),
    ...(plan.parent === undefined ? [] : [on('post_parent', '=', plan.parent)]),
    ...(plan.categories ? [on('id', 'in', carriers(on, plan.categories))] : []),
    ...(plan.tags ? [on('id', 'in', carriers(on, plan.tags))] : []),
    ...(plan.venues ? [on('id', 'in', linkers(on, plan.venues))] : []),
    ...(plan.organizers ? [on('id', 'in', linkers(on, plan.organizers))] : []),
  ]
}

/** Numbers that find nothing stand in for an empty list, which SQL has no form for. */
const some = (ids: readonly number[]): readonly number[] => (ids.length > 0 ? ids : [0])

const carriers = (on: On, terms: readonly number[]) =>
  on.selectFrom('event_terms').select('event_id').where('term_id', 'in', some(terms))

const linkers = (on: On, targets: readonly number[]) =>
  on.selectFrom('links').select('event_id').where('target_id', 'in', some(targets))
