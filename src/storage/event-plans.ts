/** Carries out plans for events: ids in order and their number. */
import { type ExpressionBuilder, expressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Bound } from '../calendar/event-window.ts'
import type { EventPlan } from '../calendar/plans.ts'
import type { Reader } from './database.ts'
import { type IdPage, pageOfIds } from './id-page.ts'
import { eventPlace, eventsNear } from './places.ts'
import { isOpen, matchesPlan } from './post-conditions.ts'
import type { Tables } from './tables.ts'

type Events = SelectQueryBuilder<Tables, 'events', object>
type On = ExpressionBuilder<Tables, 'events'>

export async function findEventIds(db: Reader, plan: EventPlan): Promise<IdPage> {
  return pageOfIds(matchingEvents(db, plan), plan, { distance: sql.ref<number>('near.distance') })
}

/** Every event as `events`, or those in the circle asked for, joined with their distance as `near`. */
function eventsInCircle(db: Reader, plan: EventPlan): Events {
  const circle = plan.place?.circle
  const events = db.selectFrom('events')
  if (!circle) return events
  const near = eventsNear(expressionBuilder<Tables, 'events'>(), plan, circle).as('near')
  return events.innerJoin(near, 'near.event_id', 'events.id')
}

function matchingEvents(db: Reader, plan: EventPlan): Events {
  return eventsInCircle(db, plan)
    .where((on) => matchesPlan(on, plan))
    .$if(!plan.withHidden, (q) => q.where('hide_from_listings', '=', 0))
    .where((on) => on.and(plan.bounds.map((bound) => withinBound(on, bound))))
    .where((on) => on.and(filters(on, plan)))
    .where((on) => on.and(eventPlace(on, plan)))
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
    ...(plan.ticketed === undefined ? [] : [on('ticketed', '=', plan.ticketed ? 1 : 0), ...isOpen(on, plan.open)]),
    ...(plan.include ? [on('id', 'in', plan.include)] : []),
    ...(plan.exclude ? [on('id', 'not in', plan.exclude)] : []),
    ...(plan.parent === undefined ? [] : [on('post_parent', '=', plan.parent)]),
    ...(plan.categories ? [on('id', 'in', carriers(on, plan.categories))] : []),
    ...(plan.tags ? [on('id', 'in', carriers(on, plan.tags))] : []),
    ...(plan.categoriesExcluded ? [on('id', 'not in', carriers(on, plan.categoriesExcluded))] : []),
    ...(plan.tagsExcluded ? [on('id', 'not in', carriers(on, plan.tagsExcluded))] : []),
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
