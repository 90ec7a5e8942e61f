/** Carries out plans for venues and organizers. */
import type { ExpressionBuilder, Kysely } from 'kysely'
import { partOf } from '../calendar/place.ts'
import type { LinkedPlan } from '../calendar/plans.ts'
import type { LinkedKind } from '../calendar/post.ts'
import { TABLE_OF } from './columns.ts'
import type { Reader } from './database.ts'
import { type IdPage, type Matching, pageOfIds } from './id-page.ts'
import { squaredChordFrom, venuePlace } from './places.ts'
import { matchesPlan } from './post-conditions.ts'
import type { PostColumns, Tables } from './tables.ts'

type On = ExpressionBuilder<Tables, 'events'>

/** Only shared columns are asked for, so one query serves both tables under the name of a third. */
type LinkedTables = Omit<Tables, 'events'> & { events: PostColumns }

export function findLinkedIds(db: Reader, kind: LinkedKind, plan: LinkedPlan): Promise<IdPage> {
  const circle = plan.place?.circle
  return pageOfIds(
    matchingLinked(db, kind, plan),
    plan,
    circle && {
      distance: squaredChordFrom(circle.center),
      within: (share) =>
        matchingLinked(db, kind, { ...plan, place: { isKnown: plan.place?.isKnown, circle: partOf(circle, share) } }),
    },
  )
}

function matchingLinked(db: Reader, kind: LinkedKind, plan: LinkedPlan): Matching {
  const table = TABLE_OF[kind] as unknown as 'events'
  return (db as unknown as Kysely<LinkedTables>)
    .selectFrom(table)
    .where((on) => matchesPlan(on as unknown as On, plan))
    .where((on) => on.and(linkConditions(on as unknown as On, plan)))
    .where((on) => on.and(venuePlace(on as unknown as On, plan))) as unknown as Matching
}

function linkConditions(on: On, plan: LinkedPlan) {
  const linked = (upcomingFrom?: string) => {
    const targets = on
      .selectFrom('links')
      .innerJoin('events as linked_events', 'linked_events.id', 'links.event_id')
      .select('links.target_id')
      .where((inner) => countsFor(inner as unknown as On, plan))
    return upcomingFrom === undefined ? targets : targets.where('linked_events.utc_start_date', '>=', upcomingFrom)
  }
  return [
    ...(plan.event === undefined ? [] : [on('id', 'in', targetsOf(on, plan.event))]),
    ...(plan.hasEvents === undefined ? [] : [on('id', plan.hasEvents ? 'in' : 'not in', linked())]),
    ...(plan.upcomingFrom === undefined ? [] : [on('id', 'in', linked(plan.upcomingFrom))]),
  ]
}

const targetsOf = (on: On, event: number) => on.selectFrom('links').select('target_id').where('event_id', '=', event)

/** Events that this viewer may read count; the visibility rule speaks of `linked_events` here. */
function countsFor(on: On, { eventStatuses: { open, own, owner } }: LinkedPlan) {
  const [status, author] = [on.ref('linked_events.status' as 'status'), on.ref('linked_events.author' as 'author')]
  const opened = on(status, 'in', open.length > 0 ? open : [''])
  if (own.length === 0) return opened
  return on.or([opened, on.and([on(author, '=', owner), on(status, 'in', own)])])
}
