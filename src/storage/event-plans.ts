/** Carries out plans for events: ids in order and their number. */
import { type ExpressionBuilder, expressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Bound } from '../calendar/event-window.ts'
import type { EventPlan } from '../calendar/plans.ts'
import { addDays, type DateTime } from '../text/dates.ts'
import type { Reader } from './database.ts'
import { counted, type Form, type IdPage, ordered, orderName, pageOfList } from './id-page.ts'
import { keptList } from './kept-lists.ts'
import { eventPlace, eventsNear } from './places.ts'
import { compare, type Lead, leadOf, matchesPlan, type Operator } from './post-conditions.ts'
import { matchesHiddenPart } from './protection.ts'
import type { Tables } from './tables.ts'

type Events = SelectQueryBuilder<Tables, 'events', object>
type On = ExpressionBuilder<Tables, 'events'>

export async function findEventIds(db: Reader, plan: EventPlan): Promise<IdPage> {
  const { page, perPage, order, ...asked } = plan
  const list = {
    kept: keptList(db, 'event', asked),
    table: 'events',
    count: () => counted(matchingEvents(db, plan, 'gather')),
    order: orderName(order),
    ids: (form: Form) => ordered(matchingEvents(db, plan, form), order, sql.ref<number>('near.distance')),
  } as const
  return pageOfList(db, list, { page, perPage })
}

/** More than there can be: as many as engines count in a limit. */
const EVERY = 2 ** 31 - 1

/** The numbers of all that matches, in order. */
export async function findAllEventIds(db: Reader, plan: EventPlan): Promise<readonly number[]> {
  return (await findEventIds(db, { ...plan, page: 1, perPage: EVERY })).ids
}

/** Every event as `events`, or those in the circle asked for, joined with their distance as `near`. */
function eventsInCircle(db: Reader, plan: EventPlan): Events {
  const circle = plan.place?.circle
  const events = db.selectFrom('events')
  if (!circle) return events
  const near = eventsNear(expressionBuilder<Tables, 'events'>(), plan, circle).as('near')
  return events.innerJoin(near, 'near.event_id', 'events.id')
}

function matchingEvents(db: Reader, plan: EventPlan, form: Form): Events {
  return eventsInCircle(db, plan)
    .where((on) => matchesPlan(on, plan, form, 'events'))
    .where((on) => on.and(shownInWindow(on, plan, leadOf(plan, form))))
    .where((on) => on.and([...named(on, plan), ...hiddenParts(on, plan, form)]))
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
function withinBound(on: On, { name, kind, value }: Bound, lead: Lead) {
  const [column, operator] = COMPARISONS[name]
  const asked = compare(on, kind === 'wall' ? column : (`utc_${column}` as const), operator, value, lead)
  const near = dayFrom(value, operator)
  if (near === undefined) return [asked]
  return [asked, ...impliedColumns(name, kind, lead).map((implied) => on(implied, operator, near))]
}

/** Wall times that are bound, too, to within a day: of use only where they narrow what a query starts from. */
function impliedColumns(name: Bound['name'], kind: Bound['kind'], lead: Lead) {
  const [column, operator] = COMPARISONS[name]
  const own = kind === 'instant' && lead(column) ? [column] : []
  if (column === 'end_date') return operator.startsWith('<') && lead('start_date') ? (['start_date'] as const) : own
  return operator.startsWith('>') && !lead('start_date') && lead('end_date') ? (['end_date'] as const) : own
}

/** No zone is, and no clock is put, more than a day away from UTC. Undefined at the ends of the years. */
function dayFrom(moment: DateTime, operator: Operator): DateTime | undefined {
  if (moment < '0001' || moment >= '9999') return undefined
  return addDays(moment, operator.startsWith('>') ? -1 : 1)
}

function shownInWindow(on: On, plan: EventPlan, lead: Lead) {
  return [
    ...(plan.withHidden ? [] : [compare(on, 'hide_from_listings', '=', 0, lead)]),
    ...plan.bounds.flatMap((bound) => withinBound(on, bound, lead)),
  ]
}

/** What a password hides of an event, as far as it is asked for. What is not shown is not set, offered or linked. */
function hiddenParts(on: On, plan: EventPlan, form: Form) {
  const lead = leadOf(plan, form)
  const { featured, ticketed, free, parent } = plan
  const { included, excluded } = ties(on, plan, form)
  return matchesHiddenPart(on, plan.open, {
    has: [
      ...(featured === true ? [isFeatured(on, lead)] : []),
      ...(ticketed === true ? [compare(on, 'ticketed', '=', 1, lead)] : []),
      ...(free === undefined ? [] : [compare(on, 'pricing', '=', free ? 'free' : 'paid', lead)]),
      ...(parent === undefined ? [] : [on('post_parent', '=', parent)]),
      ...included,
    ],
    lacks: [
      ...(featured === false ? [on('featured', '=', 1)] : []),
      ...(ticketed === false ? [on('ticketed', '=', 1)] : []),
      ...excluded,
    ],
  })
}

/** The partial index serves only a literal. */
function isFeatured(on: On, lead: Lead) {
  return lead('featured') ? on('featured', '=', on.lit(1)) : compare(on, 'featured', '=', 1, lead)
}

function named(on: On, plan: EventPlan) {
  return [
    ...(plan.include ? [on('id', 'in', plan.include)] : []),
    ...(plan.exclude ? [on('id', 'not in', plan.exclude)] : []),
  ]
}

/** Numbers that find nothing stand in for an empty list, which SQL has no form for. */
const some = (ids: readonly number[]): readonly number[] => (ids.length > 0 ? ids : [0])

/** Events by terms and linked records: as a set to start from, or one event after another. */
function ties(on: On, plan: EventPlan, form: Form) {
  const isLed = form === 'gather'
  const carries = (terms: readonly number[]) => {
    const carriers = on.selectFrom('event_terms').select('event_id').where('term_id', 'in', some(terms))
    return isLed ? on('id', 'in', carriers) : on.exists(carriers.where('event_id', '=', on.ref('events.id')))
  }
  const isAt = (targets: readonly number[]) => {
    const linkers = on.selectFrom('links').select('event_id').where('target_id', 'in', some(targets))
    return isLed ? on('id', 'in', linkers) : on.exists(linkers.where('event_id', '=', on.ref('events.id')))
  }
  return {
    included: [
      ...[plan.categories, plan.tags].flatMap((terms) => (terms ? [carries(terms)] : [])),
      ...[plan.venues, plan.organizers].flatMap((targets) => (targets ? [isAt(targets)] : [])),
    ],
    excluded: [plan.categoriesExcluded, plan.tagsExcluded].flatMap((terms) => (terms ? [carries(terms)] : [])),
  }
}
