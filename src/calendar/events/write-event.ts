/** Creates, updates and trashes events. */

import { runTogether } from '../../base/concurrency/run-together.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { diffFields, type RecordedFields } from '../../kernel/change-record.ts'
import type { Event } from '../../kernel/post.ts'
import { problem } from '../../kernel/problem.ts'
import type { Taxonomy } from '../../kernel/term.ts'
import { isCounted } from '../../kernel/visibility.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import { type EventRelations, findRelations, type RenderedFragment, renderEvents } from '../fragments/render-rows.ts'
import { resolveLinks } from '../linked/write-linked.ts'
import type { WriteContext } from '../posts/apply-post-input.ts'
import { insertNewEventLinks, replaceLinks } from '../posts/links.ts'
import { recordRelations, recordSeriesFields } from '../posts/recorded-fields.ts'
import { prepareRecord, storeRecord, type WrittenPost } from '../posts/save-post.ts'
import { expandDates } from '../series/expand-recurrence.ts'
import { getKeyDate, getRuleDate } from '../series/occurrence-key.ts'
import { addRecurrenceDates, excludeDates, includeDate, type Recurrence } from '../series/recurrence.ts'
import type { Series } from '../series/series.ts'
import { findSeries, updateSeries } from '../series/series-store.ts'
import { adjustTermCounts, attachTerms, detachTerms, findTerms, findTermsOfEvent } from '../terms/term-store.ts'
import { resolveTerms } from '../terms/write-terms.ts'
import { applyEventInput } from './apply-event-input.ts'
import type { EventInput } from './event-fields.ts'
import { assertValidParent } from './event-parent.ts'

export async function createEvent(
  tx: Writer,
  input: Partial<EventInput>,
  context: WriteContext,
): Promise<WrittenPost<Event>> {
  const { desired, venues = [], organizers = [] } = await prepareEvent(tx, undefined, input, context)
  const [record, resolved] = await runTogether([
    prepareRecord(tx, 'event', undefined, desired),
    resolveTerms(tx, { category: input.categories, tag: input.tags }, context),
  ])
  const found = [...resolved.category, ...resolved.tag]
  const terms = found.map(({ id }) => id)
  const countedTerms = isCounted(record) ? terms : []
  const row = await renderEvent(tx, record, { venues, organizers, terms }, context)
  const relations = { before: {}, after: recordRelations({ venues, organizers, ...listTermIds(resolved) }) }
  await runTogether([
    storeRecord(tx, 'event', { current: undefined, record, countedTerms, relations }, row),
    insertNewEventLinks(tx, record.id, { venue: venues, organizer: organizers }),
    attachTerms(tx, record.id, terms),
    adjustTermCounts(tx, countedTerms, 1),
  ])
  const added = isCounted(record) ? 1 : 0
  return { post: record, row, terms: found.map((term) => ({ ...term, count: term.count + added })) }
}

/**
 * Creates an event (`current` is undefined) or partially updates it, with its links and terms. An occurrence of a series
 * is marked as edited on its own.
 */
export async function writeEvent(
  tx: Writer,
  current: Event | undefined,
  input: Partial<EventInput>,
  context: WriteContext,
): Promise<WrittenPost<Event>> {
  if (!current) return createEvent(tx, input, context)
  if (current.series_id === 0) return replaceEvent(tx, { stored: current, base: current }, input, context)
  const isEdit = Object.keys(input).length > 0 && !isTrashMove(current, input) && !isReviewMove(current, input)
  const base = isEdit ? { ...current, series_edited: true } : current
  const written = await replaceEvent(tx, { stored: current, base }, input, context)
  await recordOccurrence(tx, current, written.post, context.clock.now)
  return written
}

/** True if the input only moves the event to the trash, or back to its former status. */
function isTrashMove(current: Event, { status, ...others }: Partial<EventInput>): boolean {
  const isRestore = current.status === 'trash' && status === (current.trashed_from || 'draft')
  return Object.keys(others).length === 0 && (status === 'trash' || isRestore)
}

/** True if the input only submits the event for review, or returns it to its author. */
function isReviewMove(current: Event, { status, ...others }: Partial<EventInput>): boolean {
  const isMove =
    (current.status === 'pending' && status === 'draft') || (current.status === 'draft' && status === 'pending')
  return isMove && Object.keys(others).length === 0
}

/** A trashed occurrence is excluded from the recurrence of its series, and a restored one is included again. */
async function recordOccurrence(tx: Writer, before: Event, event: Event, at: DateTime): Promise<void> {
  const { series_id: id, series_date: date } = event
  const isTrashed = event.status === 'trash'
  const series = isTrashed === (before.status === 'trash') ? undefined : await findSeries(tx, id)
  if (!series) return
  const recurrence = isTrashed ? excludeDates(series.recurrence, [date]) : restoreDate(series, date)
  const updated = { ...series, recurrence }
  await updateSeries(tx, updated)
  const fields = diffFields(recordSeriesFields(series), recordSeriesFields(updated))
  await recordChange(tx, { kind: 'series', id, op: 'update', at, fields })
}

/** The rule may have changed since the date was excluded. */
function restoreDate({ template, recurrence }: Series, date: string): Recurrence {
  const included = includeDate(recurrence, date)
  const day = getKeyDate(date)
  const period = { from: day, until: day }
  const isSelected = expandDates(included, getRuleDate(template, recurrence), period).includes(date)
  return isSelected ? included : addRecurrenceDates(included, [date])
}

interface ReplacedEvent {
  readonly stored: Event
  /** The event to which the input applies: the stored one with fields that have no input. */
  readonly base: Event
}

/** Partially updates an event, with its links and terms; the caller maintains its series. */
export async function replaceEvent(
  tx: Writer,
  { stored: current, base }: ReplacedEvent,
  input: Partial<EventInput>,
  context: WriteContext,
): Promise<WrittenPost<Event>> {
  const { desired, venues, organizers } = await prepareEvent(tx, base, input, context)
  const [record, terms, getRelations] = await runTogether([
    prepareRecord(tx, 'event', current, desired),
    findTermChange(tx, { current, desired }, input, context),
    findRelations(tx, [current.id]),
  ])
  const stored = getRelations(current.id)
  const relations = {
    venues: venues ?? stored.venues,
    organizers: organizers ?? stored.organizers,
    terms: terms ? terms.after : stored.terms,
  }
  const row = await renderEvent(tx, record, relations, context)
  const countedTerms = terms && [...terms.discounted, ...terms.counted]
  const recorded = recordRelationChange({ stored, venues, organizers }, terms)
  await runTogether([
    storeRecord(tx, 'event', { current, record, ...(countedTerms && { countedTerms }), relations: recorded }, row),
    venues ? replaceLinks(tx, record.id, 'venue', venues) : undefined,
    organizers ? replaceLinks(tx, record.id, 'organizer', organizers) : undefined,
    terms ? updateEventTerms(tx, record.id, terms) : undefined,
  ])
  for (const { afterUpdate } of context.eventListeners)
    await afterUpdate(tx, { before: current, after: record }, context)
  return { post: record, row }
}

interface WrittenLinks {
  readonly stored: EventRelations
  readonly venues: readonly number[] | undefined
  readonly organizers: readonly number[] | undefined
}

/** The relations that are written, before and after. */
function recordRelationChange({ stored, venues, organizers }: WrittenLinks, terms: TermChange | undefined) {
  const linksBefore = { ...(venues && { venues: stored.venues }), ...(organizers && { organizers: stored.organizers }) }
  const linksAfter = { ...(venues && { venues }), ...(organizers && { organizers }) }
  return {
    before: { ...recordRelations(linksBefore), ...terms?.recorded.before },
    after: { ...recordRelations(linksAfter), ...terms?.recorded.after },
  }
}

async function renderEvent(
  tx: Writer,
  event: Event,
  relations: EventRelations,
  context: WriteContext,
): Promise<RenderedFragment> {
  const [row] = await renderEvents(tx, [event], () => relations, context)
  if (!row) throw new Error('the event was not rendered')
  return row
}

/** Applies the input and resolves the linked records that it names. */
export async function prepareEvent(
  tx: Writer,
  current: Event | undefined,
  input: Partial<EventInput>,
  context: WriteContext,
) {
  const desired = applyEventInput(input, current, context)
  // An event has one venue; the reference accepts no list of venues (wire-contract §9.5).
  if (input.venue && input.venue.length > 1) throw problem('could-not-create-venue')
  if (input.post_parent) await assertValidParent(tx, current, input.post_parent, context)
  const venues = input.venue && (await resolveLinks(tx, 'venue', input.venue, context))
  const organizers = input.organizer && (await resolveLinks(tx, 'organizer', input.organizer, context))
  return { desired, venues, organizers }
}

/** Ids of terms that an event gains or loses, and of those for which it starts or stops to count. */
interface TermChange {
  /** All terms of the changed event. */
  readonly after: readonly number[]
  readonly added: readonly number[]
  readonly removed: readonly number[]
  readonly counted: readonly number[]
  readonly discounted: readonly number[]
  /** The terms by taxonomy, for the history. */
  readonly recorded: { readonly before: RecordedFields; readonly after: RecordedFields }
}

/** Undefined when neither the terms nor their counts can change. */
async function findTermChange(
  tx: Writer,
  { current, desired }: { readonly current: Event; readonly desired: Event },
  { categories, tags }: TermKeys,
  context: WriteContext,
): Promise<TermChange | undefined> {
  if (!categories && !tags && isCounted(current) === isCounted(desired)) return undefined
  const [terms, resolved] = await runTogether([
    findTermsOfEvent(tx, current.id),
    resolveTerms(tx, { category: categories, tag: tags }, context),
  ])
  const before = terms.map(({ id }) => id)
  const stored = groupTerms(terms)
  const selected = selectTerms(stored, resolved, { categories, tags })
  const after = [...selected.category, ...selected.tag].map(({ id }) => id)
  const countedBefore = isCounted(current) ? before : []
  const countedAfter = isCounted(desired) ? after : []
  return {
    after,
    added: listMissing(after, before),
    removed: listMissing(before, after),
    counted: listMissing(countedAfter, countedBefore),
    discounted: listMissing(countedBefore, countedAfter),
    recorded: { before: recordRelations(listTermIds(stored)), after: recordRelations(listTermIds(selected)) },
  }
}

type TermsByTaxonomy = Readonly<Record<Taxonomy, readonly { readonly id: number }[]>>

const groupTerms = (terms: readonly { readonly id: number; readonly taxonomy: string }[]): TermsByTaxonomy => ({
  category: terms.filter(({ taxonomy }) => taxonomy === 'category'),
  tag: terms.filter(({ taxonomy }) => taxonomy === 'tag'),
})

const listTermIds = ({ category, tag }: TermsByTaxonomy) => ({
  categories: category.map(({ id }) => id),
  tags: tag.map(({ id }) => id),
})

type TermKeys = { readonly [K in 'categories' | 'tags']?: EventInput[K] | undefined }

/** Ids of the terms after a write; `before` are those of the stored event. */
export async function resolveEventTermIds(
  tx: Writer,
  before: readonly number[],
  { categories, tags }: TermKeys,
  context: WriteContext,
): Promise<number[]> {
  const [terms, resolved] = await runTogether([
    findTerms(tx, before),
    resolveTerms(tx, { category: categories, tag: tags }, context),
  ])
  const selected = selectTerms(groupTerms(terms), resolved, { categories, tags })
  return [...selected.category, ...selected.tag].map(({ id }) => id)
}

/** The stored terms, with those of each taxonomy that the input names replaced. */
const selectTerms = (stored: TermsByTaxonomy, resolved: TermsByTaxonomy, { categories, tags }: TermKeys) => ({
  category: categories ? resolved.category : stored.category,
  tag: tags ? resolved.tag : stored.tag,
})

/** The ids that `others` does not contain. */
const listMissing = (ids: readonly number[], others: readonly number[]): number[] =>
  ids.filter((id) => !others.includes(id))

async function updateEventTerms(tx: Writer, eventId: number, terms: TermChange): Promise<void> {
  await runTogether([
    detachTerms(tx, eventId, terms.removed),
    attachTerms(tx, eventId, terms.added),
    adjustTermCounts(tx, terms.discounted, -1),
    adjustTermCounts(tx, terms.counted, 1),
  ])
}
