/** Carries out plans for venues and organizers. */
import type { ExpressionBuilder, Kysely } from 'kysely'
import { partOf } from '../calendar/place.ts'
import type { LinkedPlan } from '../calendar/plans.ts'
import type { LinkedKind } from '../calendar/post.ts'
import type { ListedStatuses } from '../calendar/visibility.ts'
import { TABLE_OF } from './columns.ts'
import type { Reader } from './database.ts'
import { counted, type Form, type IdPage, type Matching, ordered, orderName, pageOfList, totalOf } from './id-page.ts'
import { keptList } from './kept-lists.ts'
import { squaredChordFrom, venuePlace } from './places.ts'
import { matchesPlan } from './post-conditions.ts'
import { isShownWhole } from './protection.ts'
import type { PostColumns, Tables } from './tables.ts'

type On = ExpressionBuilder<Tables, 'events'>

/** Only shared columns are asked for, so one query serves both tables under the name of a third. */
type LinkedTables = Omit<Tables, 'events'> & { events: PostColumns }

export async function findLinkedIds(db: Reader, kind: LinkedKind, plan: LinkedPlan): Promise<IdPage> {
  const { page, perPage, order, ...asked } = plan
  const circle = plan.place?.circle
  const distance = circle && squaredChordFrom(circle.center)
  const list = {
    kept: keptList(db, kind, asked),
    table: TABLE_OF[kind],
    count: () => counted(matchingLinked(db, kind, plan, 'gather')),
    order: orderName(order),
    ids: (form: Form) => ordered(matchingLinked(db, kind, plan, form), order, distance),
  }
  const isNearestFirst = circle !== undefined && order.keys[0] === 'distance' && !order.isDescending
  const nearest = isNearestFirst ? await findNearest(db, kind, plan, await totalOf(db, list)) : undefined
  return nearest ?? pageOfList(db, list, { page, perPage })
}

/** Records lie unevenly, so the circle to look in first is larger than it would have to be. */
const ALLOWANCE = 3
/** A larger one is not worth a second query, should the first find too few. */
const LARGEST_SHARE = 0.5

/**
 * A page of the nearest, from a part of the circle asked for: sorting all that lies in a wide circle takes far longer than
 * finding the few that are nearest. Undefined where the part is not worth it or has too few.
 */
async function findNearest(db: Reader, kind: LinkedKind, plan: LinkedPlan, total: number): Promise<IdPage | undefined> {
  const { page, perPage, order, place } = plan
  const offset = (page - 1) * perPage
  const share = (ALLOWANCE * (offset + perPage)) / total
  if (!place?.circle || offset >= total || share >= LARGEST_SHARE) return undefined
  const part = { ...plan, place: { isKnown: place.isKnown, circle: partOf(place.circle, share) } }
  const found = ordered(matchingLinked(db, kind, part, 'gather'), order, squaredChordFrom(place.circle.center))
  const rows = await found.limit(perPage).offset(offset).execute()
  return rows.length === Math.min(perPage, total - offset) ? { ids: rows.map(({ id }) => id), total } : undefined
}

function matchingLinked(db: Reader, kind: LinkedKind, plan: LinkedPlan, form: Form): Matching {
  const table = TABLE_OF[kind] as unknown as 'events'
  return (db as unknown as Kysely<LinkedTables>)
    .selectFrom(table)
    .where((on) => matchesPlan(on as unknown as On, plan, form, TABLE_OF[kind]))
    .where((on) => on.and(linkConditions(on as unknown as On, table, plan)))
    .where((on) => on.and(venuePlace(on as unknown as On, plan))) as unknown as Matching
}

function linkConditions(on: On, table: 'events', plan: LinkedPlan) {
  const { event, hasEvents, upcomingFrom } = plan
  const linked = (statuses: ListedStatuses) => linkedEvents(on, table, plan, statuses)
  const hasEvent = () => on.exists(linked(plan.eventStatuses))
  const upcoming = (from: string) => linked(plan.upcomingStatuses).where('linked_events.utc_start_date', '>=', from)
  return [
    ...(event === undefined ? [] : [on('id', 'in', targetsOf(on, event))]),
    ...(hasEvents === undefined ? [] : [hasEvents ? hasEvent() : on.not(hasEvent())]),
    ...(upcomingFrom === undefined ? [] : [on.exists(upcoming(upcomingFrom))]),
  ]
}

const targetsOf = (on: On, event: number) => on.selectFrom('links').select('target_id').where('event_id', '=', event)

/** Events of the record that this viewer may read and is shown whole: others do not tell what they are linked to. */
const linkedEvents = (on: On, table: 'events', { open }: LinkedPlan, statuses: ListedStatuses) =>
  on
    .selectFrom('links')
    .innerJoin('events as linked_events', 'linked_events.id', 'links.event_id')
    .select('links.event_id')
    .where('links.target_id', '=', on.ref(`${table}.id`))
    .where((inner) => isOfStatus(inner as unknown as On, statuses))
    .where((inner) => inner.and(isShownWhole(inner as unknown as On, open, 'linked_events')))

/** The visibility rule, which speaks of `linked_events` here. */
function isOfStatus(on: On, { open, own, owner }: ListedStatuses) {
  const [status, author] = [on.ref('linked_events.status' as 'status'), on.ref('linked_events.author' as 'author')]
  const opened = on(status, 'in', open.length > 0 ? open : [''])
  if (own.length === 0) return opened
  return on.or([opened, on.and([on(author, '=', owner), on(status, 'in', own)])])
}
