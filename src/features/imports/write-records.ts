/** Writes imported records in batches of one kind. */

import {
  adjustCountsAfter,
  type BatchRelations,
  findChangedRelations,
  insertBatch,
  replaceBatch,
  replaceBatchRelations,
} from '../../calendar/posts/bulk-write.ts'
import {
  claimIds,
  findExternalIdOwners,
  findKinds,
  findPosts,
  findSlugOwners,
} from '../../calendar/posts/post-store.ts'
import { recordTermFields } from '../../calendar/posts/recorded-fields.ts'
import type { Services } from '../../calendar/services.ts'
import { findTerms, findTermsByKeys, insertTerm, updateTerm } from '../../calendar/terms/term-store.ts'
import { diffFields } from '../../kernel/change-record.ts'
import type { LinkedKind, PostByKind, PostKind } from '../../kernel/post.ts'
import type { PlainTerm, Taxonomy, Term } from '../../kernel/term.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import { type CategoryNode, type CategoryTree, readCategoryTree, sortParentsFirst } from './category-tree.ts'
import { createFieldReader, type FieldReader, isRecordId, isSameRecord } from './formats/record-reader.ts'
import { type ImportKind, POST_READERS, readEmbedded, readTerm } from './map-record.ts'
import type { ImportTally, RecordEntry, WriteOutcome } from './report.ts'

/** The current transaction and the state of the import. */
export interface ImportContext {
  readonly tx: Writer
  readonly services: Services
  readonly tally: Pick<ImportTally, 'count' | 'fail' | 'warn' | 'isFirst'>
  /** Called for every event, venue and organizer that did not fail. */
  readonly onWritten: (kind: PostKind, entry: RecordEntry, outcome: WriteOutcome) => void
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
 * Returns the records that were written; unchanged ones are not. Records whose ID, slug or external ID belongs to another
 * record fail. The caller writes the relations of events.
 */
export async function writePosts<K extends PostKind>(
  context: ImportContext,
  kind: K,
  entries: readonly RecordEntry[],
  relations: ReadonlyMap<number, BatchRelations> = new Map(),
): Promise<PostByKind[K][]> {
  const { tx, services, tally } = context
  const candidates = readEntryIds(entries, kind, context)
  const ids = candidates.map(({ id }) => id)
  const existing = new Map((await findPosts(tx, kind, ids)).map((post) => [post.id, post]))
  const valid = await mapPosts(context, kind, candidates, existing)
  const unique = await filterFreeExternalIds(context, kind, await filterFreeSlugs(context, kind, valid))
  const related = await findChangedRelations(
    tx,
    [...existing.keys()].flatMap((id) => relations.get(id) ?? []),
  )
  const getOutcome = (post: PostByKind[K]): WriteOutcome => {
    const current = existing.get(post.id)
    if (!current) return 'created'
    return related.has(post.id) || !isSameRecord(post, current) ? 'updated' : 'unchanged'
  }
  const results = unique.map((entry) => ({ entry, outcome: getOutcome(entry.post) }))
  const select = (wanted: WriteOutcome) =>
    results.flatMap(({ entry, outcome }) => (outcome === wanted ? entry.post : []))
  const [created, updated] = [select('created'), select('updated')]
  await claimIds(
    tx,
    kind,
    created.map(({ id }) => id),
  )
  const options = { at: services.now(), getRelations: (id: number) => relations.get(id) }
  await insertBatch(tx, kind, created, options)
  await replaceBatch(tx, kind, { records: updated, stored: existing }, options)
  for (const { entry, outcome } of results) {
    context.onWritten(kind, entry, outcome)
    tally.count(kind, outcome)
  }
  return [...created, ...updated]
}

/** Maps valid records. The others are counted as failed. */
async function mapPosts<K extends PostKind>(
  context: ImportContext,
  kind: K,
  candidates: readonly (RecordEntry & { readonly id: number })[],
  existing: ReadonlyMap<number, PostByKind[K]>,
): Promise<LocatedPost<PostByKind[K]>[]> {
  const { tx, services, passwords } = context
  const kinds = await findKinds(
    tx,
    candidates.map(({ id }) => id),
  )
  const { currency, customFields } = services.site
  const mapping = { currency, customFields, createSalt: () => services.random(8) }
  return candidates.flatMap((entry) => {
    const read = createFieldReader(entry.raw)
    const other = kinds.get(entry.id)
    if (other !== undefined && other !== kind) read.addProblem('id', `belongs to a record of kind ${other}`)
    const mapped = POST_READERS[kind](read, existing.get(entry.id), mapping)
    const post = { ...mapped, password: passwords?.get(entry.id) ?? mapped.password }
    return isValidRecord(read, kind, entry, context) ? [{ ...entry, post }] : []
  })
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

/** Embedded terms that exist are not changed. */
export async function writeTerms(
  context: ImportContext,
  taxonomy: Taxonomy,
  entries: readonly RecordEntry[],
): Promise<void> {
  const candidates = readEntryIds(entries, taxonomy, context)
  if (candidates.length === 0) return
  const ids = candidates.map(({ id }) => id)
  const existing = new Map((await findTerms(context.tx, ids)).map((term) => [term.id, term]))
  const tree = taxonomy === 'category' ? await readCategoryTree(context.tx) : undefined
  for (const entry of sortParentsFirst(candidates, readCategoryNode)) {
    const current = existing.get(entry.id)
    if (entry.isEmbedded && current?.taxonomy === taxonomy) continue
    const read = createFieldReader(entry.raw)
    const term = readTerm(read, taxonomy)
    if (current && current.taxonomy !== taxonomy) read.addProblem('id', `belongs to a ${current.taxonomy}`)
    const holder = await findTermBySlug(context.tx, term)
    if (holder && holder.id !== term.id) read.addProblem('slug', `belongs to ${taxonomy} ${holder.id}`)
    if (!isValidRecord(read, taxonomy, entry, context)) continue
    await writeTerm(context, tree ? placeCategory(context, tree, entry, term) : term, current)
  }
}

/** Ids of a record that may be invalid. */
export const readCategoryNode = ({ raw }: RecordEntry): CategoryNode => ({
  id: Number(raw['id']),
  parent: Number(raw['parent']),
})

function placeCategory(
  { tally }: ImportContext,
  tree: CategoryTree,
  { where }: RecordEntry,
  category: PlainTerm,
): PlainTerm {
  const { id, parent } = category
  if (tree.isOrphan(category)) tally.warn(where, `category ${id}: its parent ${parent} does not exist or is below it`)
  return { ...category, parent: tree.place(category) }
}

async function findTermBySlug(tx: Writer, { taxonomy, slug }: PlainTerm): Promise<Term | undefined> {
  return (await findTermsByKeys(tx, taxonomy, { texts: [slug], ids: [] })).find((term) => term.slug === slug)
}

async function writeTerm(
  { tx, services, tally }: ImportContext,
  term: PlainTerm,
  current: Term | undefined,
): Promise<void> {
  if (current && isSameRecord(term, current)) return tally.count(term.taxonomy, 'unchanged')
  const at = services.now()
  if (current) await updateTerm(tx, { ...current, ...term }, at)
  else await insertTerm(tx, term, at)
  const fields = diffFields(current && recordTermFields(current), recordTermFields({ ...current, ...term }))
  await recordChange(tx, { kind: term.taxonomy, id: term.id, op: current ? 'update' : 'create', at, fields })
  tally.count(term.taxonomy, current ? 'updated' : 'created')
}

/** Writes embedded records that do not exist yet, then the events and their relations. */
export async function writeEvents(context: ImportContext, entries: readonly RecordEntry[]): Promise<void> {
  for (const taxonomy of ['category', 'tag'] as const)
    await writeTerms(context, taxonomy, listNewEmbedded(context, taxonomy, entries))
  for (const kind of ['venue', 'organizer'] as const) await writeEmbeddedPosts(context, kind, entries)
  await writeEventRows(context, entries)
}

/** Writes events and their relations to existing records. */
export async function writeEventRows(context: ImportContext, entries: readonly RecordEntry[]): Promise<void> {
  const { tx, services } = context
  const relations = new Map((await buildRelations(context, entries)).map((one) => [one.event, one]))
  const events = [...relations.keys()].filter(isRecordId)
  await adjustCountsAfter(tx, { events, at: services.now() }, async () => {
    const written = await writePosts(context, 'event', entries, relations)
    await replaceBatchRelations(
      tx,
      written.flatMap(({ id }) => relations.get(id) ?? []),
    )
  })
}

type EmbeddedKind = LinkedKind | Taxonomy

/** Embedded records that were not seen before, once each. */
function listNewEmbedded({ tally }: ImportContext, kind: EmbeddedKind, entries: readonly RecordEntry[]): RecordEntry[] {
  return entries.flatMap(({ raw, where }) =>
    readEmbedded(raw)
      [kind].filter((embedded) => tally.isFirst(kind, embedded['id']))
      .map((embedded) => ({ raw: embedded, where, isEmbedded: true })),
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
