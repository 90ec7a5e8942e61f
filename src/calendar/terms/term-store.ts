/** Categories and tags. */

import { createSlugStem } from '../../base/text/slug.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import type { PlainTerm, Taxonomy, Term, TermAppearance } from '../../kernel/term.ts'
import { recordChanges } from '../../storage/change-log/change-log.ts'
import { sortIds } from '../../storage/sort-ids.ts'
import { createSortKey } from '../../storage/sort-key.ts'
import { executeCached, insertRows } from '../../storage/statement-cache.ts'
import type { Change, Reader, Writer } from '../../storage/types.ts'

const COLUMNS = [
  'id',
  'taxonomy',
  'name',
  'slug',
  'description',
  'parent',
  'count',
  'color',
  'icon',
  'position',
] as const

interface TermRow {
  readonly id: number
  readonly taxonomy: string
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly parent: number
  readonly count: number
  readonly color: string
  readonly icon: string
  readonly position: number
}

const toTaxonomy = (text: string): Taxonomy => (text === 'tag' ? 'tag' : 'category')

const toTerm = (row: TermRow): Term => ({ ...row, taxonomy: toTaxonomy(row.taxonomy) })

/** In the order of their ids. */
export async function findTerms(db: Reader, ids: readonly number[]): Promise<Term[]> {
  if (ids.length === 0) return []
  const rows = await executeCached(db, {
    key: `${ids.length} terms`,
    values: ids,
    build: () => db.selectFrom('terms').select(COLUMNS).where('id', 'in', ids).orderBy('id'),
  })
  return rows.map(toTerm)
}

/** All terms, by id. */
export async function findAllTerms(db: Reader): Promise<Term[]> {
  return (await db.selectFrom('terms').select(COLUMNS).orderBy('id').execute()).map(toTerm)
}

/** The highest id of a term; 0 if there are none. */
export async function findLastTermId(db: Reader): Promise<number> {
  const row = await db.selectFrom('terms').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

export async function findTerm(db: Reader, taxonomy: Taxonomy, id: number): Promise<Term | undefined> {
  const [term] = await findTerms(db, [id])
  return term?.taxonomy === taxonomy ? term : undefined
}

/** Slugs, names and ids that may identify a term. */
export interface TermKeys {
  readonly texts: readonly string[]
  readonly ids: readonly number[]
}

/** Terms whose slug or folded name may be one of the texts, or whose id is listed; oldest first. */
export async function findTermsByKeys(db: Reader, taxonomy: Taxonomy, { texts, ids }: TermKeys): Promise<Term[]> {
  if (texts.length === 0 && ids.length === 0) return []
  const slugs = texts.map((text) => text.toLowerCase())
  const names = texts.map(createSortKey)
  const rows = await executeCached(db, {
    key: `terms of ${texts.length} names and ${ids.length} numbers`,
    values: [taxonomy, ...slugs, ...names, ...ids],
    build: () =>
      db
        .selectFrom('terms')
        .select(COLUMNS)
        .where('taxonomy', '=', taxonomy)
        .where((on) =>
          on.or([
            ...(texts.length > 0 ? [on('slug', 'in', slugs), on('name_folded', 'in', names)] : []),
            ...(ids.length > 0 ? [on('id', 'in', ids)] : []),
          ]),
        ),
  })
  return rows.map(toTerm).sort((a, b) => a.id - b.id)
}

export interface EventTerm {
  readonly event_id: number
  readonly term_id: number
}

/** The terms of a taxonomy after an id, in the order of their ids. */
export async function findTermIdsAfter(db: Reader, taxonomy: Taxonomy, afterId: number, limit: number) {
  const terms = db.selectFrom('terms').select('id').where('taxonomy', '=', taxonomy).where('id', '>', afterId)
  const rows = await terms.orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

export async function findEventIdsWithTerm(db: Reader, termId: number): Promise<readonly number[]> {
  const rows = await db.selectFrom('event_terms').select('event_id').where('term_id', '=', termId).execute()
  return rows.map(({ event_id }) => event_id).sort((a, b) => a - b)
}

/** In the order of events and terms. */
export async function findEventTerms(db: Reader, eventIds: readonly number[]): Promise<EventTerm[]> {
  if (eventIds.length === 0) return []
  return executeCached(db, {
    key: `terms of ${eventIds.length} events`,
    values: eventIds,
    build: () =>
      db
        .selectFrom('event_terms')
        .select(['event_id', 'term_id'])
        .where('event_id', 'in', eventIds)
        .orderBy('event_id')
        .orderBy('term_id'),
  })
}

/** Ids and taxonomies of the terms of an event. */
export async function findTermsOfEvent(db: Reader, eventId: number): Promise<{ id: number; taxonomy: string }[]> {
  return executeCached(db, {
    key: 'terms of an event',
    values: [eventId],
    build: () =>
      db
        .selectFrom('event_terms')
        .innerJoin('terms', 'terms.id', 'event_terms.term_id')
        .select(['terms.id', 'terms.taxonomy'])
        .where('event_terms.event_id', '=', eventId)
        .orderBy('terms.id'),
  })
}

export async function attachTerms(tx: Writer, eventId: number, termIds: readonly number[]): Promise<void> {
  await insertEventTerms(
    tx,
    termIds.map((term_id) => ({ event_id: eventId, term_id })),
  )
}

export async function insertEventTerms(tx: Writer, rows: readonly EventTerm[]): Promise<void> {
  await insertRows(tx, 'event_terms', rows)
}

export async function deleteEventTerms(tx: Writer, eventIds: readonly number[]): Promise<void> {
  if (eventIds.length > 0) await tx.deleteFrom('event_terms').where('event_id', 'in', eventIds).execute()
}

export async function detachTerms(tx: Writer, eventId: number, termIds: readonly number[]): Promise<void> {
  if (termIds.length === 0) return
  await executeCached(tx, {
    key: `detach ${termIds.length} terms`,
    values: [eventId, ...termIds],
    build: () => tx.deleteFrom('event_terms').where('event_id', '=', eventId).where('term_id', 'in', termIds),
  })
}

/** Updates `count`, the number of events that count for a term (`isCounted`); see `createCountChanges`. */
export async function adjustTermCounts(tx: Writer, termIds: readonly number[], change: number): Promise<void> {
  if (termIds.length === 0) return
  await executeCached(tx, {
    key: `add to ${termIds.length} counts`,
    values: [change, ...termIds],
    build: () =>
      tx
        .updateTable('terms')
        .set((on) => ({ count: on('count', '+', change) }))
        .where('id', 'in', termIds),
  })
}

/** A term whose stored count differs from its number of counted events (`isCounted`). */
export interface Miscount {
  readonly id: number
  readonly taxonomy: Taxonomy
  readonly kept: number
  readonly counted: number
}

/** Numbers of counted events (`isCounted`) by term, of these events or of all. */
export async function countEventsByTerm(
  db: Reader,
  eventIds?: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const counted = db
    .selectFrom('event_terms')
    .innerJoin('events', 'events.id', 'event_terms.event_id')
    .where('events.status', '=', 'publish')
    .where('events.password', '=', '')
    .select((on) => ['event_terms.term_id', on.fn.countAll<number>().as('events')])
    .groupBy('event_terms.term_id')
  const rows = await (eventIds ? counted.where('event_terms.event_id', 'in', eventIds) : counted).execute()
  return new Map(rows.map((row) => [row.term_id, Number(row.events)]))
}

export async function findMiscounts(db: Reader): Promise<Miscount[]> {
  const events = await countEventsByTerm(db)
  const terms = await db.selectFrom('terms').select(['id', 'taxonomy', 'count as kept']).orderBy('id').execute()
  return terms.flatMap((term) => {
    const actual = events.get(term.id) ?? 0
    return actual === term.kept ? [] : [{ ...term, taxonomy: toTaxonomy(term.taxonomy), counted: actual }]
  })
}

/** Recounts the events of all terms. */
export async function recountTerms(tx: Writer, at: DateTime): Promise<void> {
  const wrong = await findMiscounts(tx)
  for (const { id, counted } of wrong) {
    await tx.updateTable('terms').set({ count: counted }).where('id', '=', id).execute()
  }
  await recordChanges(
    tx,
    createCountChanges(
      wrong.map(({ id }) => id),
      at,
    ),
  )
}

/** Changes of counts for the change log, by id: terms of events are in no defined order. */
export const createCountChanges = (termIds: readonly number[], at: DateTime): Change[] =>
  [...termIds].sort((a, b) => a - b).map((id) => ({ kind: 'count', id, op: 'update', at }))

/** Sets the positions of categories, which are no part of their history. */
export async function updatePositions(tx: Writer, ids: readonly number[]): Promise<void> {
  for (const [index, id] of ids.entries())
    await tx
      .updateTable('terms')
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute()
}

/** All categories with their parents. */
export async function findCategoryTree(
  db: Reader,
): Promise<{ id: number; parent: number; slug: string; name: string }[]> {
  return db
    .selectFrom('terms')
    .select(['id', 'parent', 'slug', 'name'])
    .where('taxonomy', '=', 'category')
    .orderBy('id')
    .execute()
}

/** Slugs of the taxonomy that start with `base`. A category and a tag may share a slug, as in the reference. */
export async function findTakenTermSlugs(
  db: Reader,
  taxonomy: Taxonomy,
  base: string,
  except: number,
): Promise<Set<string>> {
  const stem = createSlugStem(base)
  const rows = await db
    .selectFrom('terms')
    .select('slug')
    .where('slug', '>=', stem)
    .where('slug', '<=', `${stem}\uffff`)
    .where('taxonomy', '=', taxonomy)
    .where('id', '!=', except)
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

export type NewTerm = Omit<PlainTerm, 'id'> & Partial<TermAppearance> & { readonly id?: number }

const foldedKeys = ({ name, description }: Pick<Term, 'name' | 'description'>) => ({
  name_folded: createSortKey(name),
  description_folded: createSortKey(description),
})

export async function insertTerm(tx: Writer, term: NewTerm, at: DateTime): Promise<number> {
  const row = { ...term, ...foldedKeys(term), count: 0, modified_utc: at }
  const { id } = await tx.insertInto('terms').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateTerm(tx: Writer, term: Omit<Term, 'count'>, at: DateTime): Promise<void> {
  const { id, name, slug, description, parent, color, icon, position } = term
  const row = { name, slug, description, ...foldedKeys(term), parent, color, icon, position, modified_utc: at }
  await tx.updateTable('terms').set(row).where('id', '=', id).execute()
}

/** Deletes a term permanently: events lose it, and its children move to its parent (Q48). Returns the moved terms. */
export async function deleteTerm(tx: Writer, term: Term, at: DateTime): Promise<number[]> {
  await tx.deleteFrom('event_terms').where('term_id', '=', term.id).execute()
  const movedRows = await tx
    .updateTable('terms')
    .set({ parent: term.parent, modified_utc: at })
    .where('parent', '=', term.id)
    .returning('id')
    .execute()
  await tx.deleteFrom('terms').where('id', '=', term.id).execute()
  return sortIds(movedRows)
}
