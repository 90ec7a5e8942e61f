/** Writes imported records in batches of one kind. */

import { MAX_INTEGER } from '../domain/fields/field.ts'
import { diffFields } from '../domain/history/history.ts'
import { recordTermFields } from '../domain/history/recorded-fields.ts'
import type { LinkedKind, PostByKind, PostKind } from '../domain/model/post.ts'
import type { PlainTerm, Taxonomy, Term } from '../domain/model/term.ts'
import { recordChange } from '../storage/changes/change-log.ts'
import type { Writer } from '../storage/core/types.ts'
import { claimIds, findExternalIdOwners, findKinds, findPosts, findSlugOwners } from '../storage/stores/posts.ts'
import { findTerms, findTermsByKeys, insertTerm, updateTerm } from '../storage/stores/terms.ts'
import type { Services } from '../usecases/services.ts'
import { type BatchRelations, insertBatch, replaceBatch, replaceBatchRelations } from '../usecases/write/bulk-write.ts'
import { type ImportKind, POST_READERS, readEmbedded, readTerm } from './map-record.ts'
import { createFieldReader, type FieldReader } from './record-reader.ts'
import type { ImportTally, RecordEntry } from './report.ts'

/** The current transaction and the state of the import. */
export interface ImportContext {
  readonly tx: Writer
  readonly services: Services
  readonly tally: Pick<ImportTally, 'count' | 'fail' | 'isFirst'>
  /** Called for every event, venue and organizer that was written. */
  readonly onWritten: (kind: PostKind, entry: RecordEntry, outcome: 'created' | 'updated') => void
  /** Digests of passwords by the ID of their record, empty for no password. Other records keep their password. */
  readonly passwords?: ReadonlyMap<number, string>
}

/** Reads the IDs of a batch. Records without a valid ID are counted as failed and omitted. */
function readEntryIds(
  entries: readonly RecordEntry[],
  kind: ImportKind,
  { tally }: ImportContext,
): (RecordEntry & { id: number })[] {
  return entries.flatMap((entry) => {
    const read = createFieldReader(entry.raw)
    const id = read.id('id')
    if (read.problems.length > 0) tally.fail(kind, entry.where, `a record of kind ${kind}: ${read.problems.join(', ')}`)
    return read.problems.length > 0 ? [] : [{ ...entry, id }]
  })
}

/** Reports the problems of the reader, if there are any. */
function isValidRecord(
  read: FieldReader,
  kind: ImportKind,
  { where, id }: RecordEntry & { id: number },
  { tally }: ImportContext,
): boolean {
  if (read.problems.length > 0) tally.fail(kind, where, `${kind} ${id}: ${read.problems.join(', ')}`)
  return read.problems.length === 0
}

/**
 * Returns the written records. Records whose ID, slug or external ID belongs to another record fail. The caller writes the
 * relations of events.
 */
export async function writePosts<K extends PostKind>(
  context: ImportContext,
  kind: K,
  entries: readonly RecordEntry[],
  relations?: ReadonlyMap<number, BatchRelations>,
): Promise<PostByKind[K][]> {
  const { tx, services, tally } = context
  const candidates = readEntryIds(entries, kind, context)
  const ids = candidates.map(({ id }) => id)
  const kinds = await findKinds(tx, ids)
  const mapping = { currency: services.site.currency, createSalt: () => services.random(8) }
  const existing = new Map((await findPosts(tx, kind, ids)).map((post) => [post.id, post]))
  const valid: LocatedPost<PostByKind[K]>[] = candidates.flatMap((entry) => {
    const read = createFieldReader(entry.raw)
    const other = kinds.get(entry.id)
    if (other !== undefined && other !== kind) read.addProblem('id', `belongs to a record of kind ${other}`)
    const current = existing.get(entry.id)
    const mapped = POST_READERS[kind](read, current, mapping)
    const post = { ...mapped, password: context.passwords?.get(entry.id) ?? mapped.password }
    return isValidRecord(read, kind, entry, context) ? [{ ...entry, post }] : []
  })
  const unique = await filterFreeExternalIds(context, kind, await filterFreeSlugs(context, kind, valid))
  const saved = unique.map(({ post }) => post)
  const created = saved.filter(({ id }) => !existing.has(id))
  const updated = saved.filter(({ id }) => existing.has(id))
  await claimIds(
    tx,
    kind,
    created.map(({ id }) => id),
  )
  const options = { at: services.now(), ...(relations && { getRelations: (id: number) => relations.get(id) }) }
  await insertBatch(tx, kind, created, options)
  await replaceBatch(tx, kind, { records: updated, stored: existing }, options)
  for (const entry of unique) context.onWritten(kind, entry, existing.has(entry.post.id) ? 'updated' : 'created')
  tally.count(kind, 'created', created.length)
  tally.count(kind, 'updated', updated.length)
  return saved
}

interface LocatedPost<P> extends RecordEntry {
  readonly post: P
}

/** Drafts and pending records do not reserve their slug (wire-contract §6.7). */
async function filterFreeSlugs<K extends PostKind>(
  context: ImportContext,
  kind: K,
  located: readonly LocatedPost<PostByKind[K]>[],
): Promise<LocatedPost<PostByKind[K]>[]> {
  const getName = ({ slug, status }: PostByKind[K]) => (status === 'draft' || status === 'pending' ? '' : slug)
  const slugs = located.flatMap(({ post }) => getName(post) || [])
  const holders = new Map((await findSlugOwners(context.tx, kind, slugs)).map(({ slug, id }) => [slug, id]))
  return filterUnclaimed(context, kind, { label: 'slug', getName, holders, located })
}

async function filterFreeExternalIds<K extends PostKind>(
  context: ImportContext,
  kind: K,
  located: readonly LocatedPost<PostByKind[K]>[],
): Promise<LocatedPost<PostByKind[K]>[]> {
  const getName = ({ external_id }: PostByKind[K]) => external_id
  const names = located.flatMap(({ post }) => getName(post) || [])
  const holders = new Map(
    (await findExternalIdOwners(context.tx, kind, names)).map((holder) => [holder.external_id, holder.id]),
  )
  return filterUnclaimed(context, kind, { label: 'external id', getName, holders, located })
}

interface NameClaims<P> {
  readonly label: string
  /** Empty if the record needs no unique name. */
  readonly getName: (post: P) => string
  /** IDs of the records by name. Names of the batch are added. */
  readonly holders: Map<string, number>
  readonly located: readonly LocatedPost<P>[]
}

/** Records whose name belongs to no other record. The others are counted as failed. */
function filterUnclaimed<P extends { readonly id: number }>(
  { tally }: ImportContext,
  kind: PostKind,
  { label, getName, holders, located }: NameClaims<P>,
): LocatedPost<P>[] {
  return located.filter(({ post, where }) => {
    const name = getName(post)
    const holder = holders.get(name)
    if (name !== '' && holder !== undefined && holder !== post.id) {
      tally.fail(kind, where, `${kind} ${post.id}: its ${label} ${name} belongs to ${kind} ${holder}`)
      return false
    }
    holders.set(name, post.id)
    return true
  })
}

export async function writeTerms(
  context: ImportContext,
  taxonomy: Taxonomy,
  entries: readonly RecordEntry[],
): Promise<void> {
  const candidates = readEntryIds(entries, taxonomy, context)
  const ids = candidates.map(({ id }) => id)
  const existing = new Map((await findTerms(context.tx, ids)).map((term) => [term.id, term]))
  for (const entry of candidates) {
    const read = createFieldReader(entry.raw)
    const term = readTerm(read, taxonomy)
    const current = existing.get(entry.id)
    if (current && current.taxonomy !== taxonomy) read.addProblem('id', `belongs to a ${current.taxonomy}`)
    const holder = await findTermBySlug(context.tx, term)
    if (holder && holder.id !== term.id) read.addProblem('slug', `belongs to ${taxonomy} ${holder.id}`)
    if (isValidRecord(read, taxonomy, entry, context)) await writeTerm(context, term, current)
  }
}

async function findTermBySlug(tx: Writer, { taxonomy, slug }: PlainTerm): Promise<Term | undefined> {
  return (await findTermsByKeys(tx, taxonomy, { texts: [slug], ids: [] })).find((term) => term.slug === slug)
}

async function writeTerm(
  { tx, services, tally }: ImportContext,
  term: PlainTerm,
  current: Term | undefined,
): Promise<void> {
  const at = services.now()
  if (current) await updateTerm(tx, { ...current, ...term }, at)
  else await insertTerm(tx, term, at)
  const fields = diffFields(current && recordTermFields(current), recordTermFields({ ...current, ...term }))
  await recordChange(tx, { kind: term.taxonomy, id: term.id, op: current ? 'update' : 'create', at, fields })
  tally.count(term.taxonomy, current ? 'updated' : 'created')
}

/** Writes embedded records that do not exist yet, then the events and their relations. */
export async function writeEvents(context: ImportContext, entries: readonly RecordEntry[]): Promise<void> {
  for (const taxonomy of ['category', 'tag'] as const) await writeEmbeddedTerms(context, taxonomy, entries)
  for (const kind of ['venue', 'organizer'] as const) await writeEmbeddedPosts(context, kind, entries)
  await writeEventRows(context, entries)
}

/** Writes events and their relations to existing records. */
export async function writeEventRows(context: ImportContext, entries: readonly RecordEntry[]): Promise<void> {
  const relations = new Map((await buildRelations(context, entries)).map((one) => [one.event, one]))
  const events = await writePosts(context, 'event', entries, relations)
  await replaceBatchRelations(
    context.tx,
    events.flatMap(({ id }) => relations.get(id) ?? []),
  )
}

type EmbeddedKind = LinkedKind | Taxonomy

/** Embedded records that were not seen before, once each. */
function listNewEmbedded({ tally }: ImportContext, kind: EmbeddedKind, entries: readonly RecordEntry[]): RecordEntry[] {
  return entries.flatMap(({ raw, where }) =>
    readEmbedded(raw)
      [kind].filter((embedded) => tally.isFirst(kind, embedded['id']))
      .map((embedded) => ({ raw: embedded, where })),
  )
}

async function writeEmbeddedTerms(
  context: ImportContext,
  taxonomy: Taxonomy,
  entries: readonly RecordEntry[],
): Promise<void> {
  const embedded = listNewEmbedded(context, taxonomy, entries)
  const existing = await findTerms(context.tx, listIds(embedded))
  const knownIds = new Set(existing.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id))
  await writeTerms(
    context,
    taxonomy,
    embedded.filter(({ raw }) => !knownIds.has(Number(raw['id']))),
  )
}

async function writeEmbeddedPosts(
  context: ImportContext,
  kind: LinkedKind,
  entries: readonly RecordEntry[],
): Promise<void> {
  const embedded = listNewEmbedded(context, kind, entries)
  const existing = await findKinds(context.tx, listIds(embedded))
  await writePosts(
    context,
    kind,
    embedded.filter(({ raw }) => existing.get(Number(raw['id'])) !== kind),
  )
}

/** Whether an ID is within the integer range of both engines. */
const isRecordId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= MAX_INTEGER

const listIds = (entries: readonly RecordEntry[]): number[] =>
  entries.map(({ raw }) => Number(raw['id'])).filter(isRecordId)

/** Relations to existing records. Records that failed to import are omitted. */
async function buildRelations({ tx }: ImportContext, entries: readonly RecordEntry[]): Promise<BatchRelations[]> {
  const requested = entries.map(({ raw }) => ({ event: Number(raw['id']), ...readEmbeddedIds(raw) }))
  const kinds = await findKinds(tx, [...new Set(requested.flatMap(({ venue, organizer }) => [...venue, ...organizer]))])
  const terms = await findTerms(tx, [...new Set(requested.flatMap(({ category, tag }) => [...category, ...tag]))])
  const taxonomies = new Map(terms.map(({ id, taxonomy }) => [id, taxonomy]))
  return requested.map(({ event, venue, organizer, category, tag }) => ({
    event,
    venues: venue.filter((id) => kinds.get(id) === 'venue'),
    organizers: organizer.filter((id) => kinds.get(id) === 'organizer'),
    categories: category.filter((id) => taxonomies.get(id) === 'category'),
    tags: tag.filter((id) => taxonomies.get(id) === 'tag'),
  }))
}

function readEmbeddedIds(raw: RecordEntry['raw']) {
  const { venue, organizer, category, tag } = readEmbedded(raw)
  const toIds = (records: readonly RecordEntry['raw'][]) => [
    ...new Set(records.map(({ id }) => Number(id)).filter(isRecordId)),
  ]
  return { venue: toIds(venue), organizer: toIds(organizer), category: toIds(category), tag: toIds(tag) }
}
