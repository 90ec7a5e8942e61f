/** Puts recorded records into the database, a batch of one kind at a time. */
import type { Services } from '../actions/services.ts'
import { createBatch, type Relations, relateBatch, replaceBatch } from '../actions/write-batch.ts'
import { HIGHEST_INTEGER } from '../calendar/field.ts'
import type { Event, LinkedKind, PostKind, PostOf } from '../calendar/post.ts'
import type { Taxonomy, Term } from '../calendar/term.ts'
import { recordChange } from '../storage/changes.ts'
import type { Writer } from '../storage/database.ts'
import { claimIds, externalIdHolders, findPosts, kindsOf, slugHolders } from '../storage/posts.ts'
import { findNamedTerms, findTerms, insertTerm, updateTerm } from '../storage/terms.ts'
import { embeddedIn, type RecordKind, readPost, readTerm } from './map.ts'
import { type FieldReader, readerOf } from './reader.ts'
import type { Entry, Tally } from './tally.ts'

/** An import under way: its transaction, and what stays the same through all of them. */
export interface Run {
  readonly tx: Writer
  readonly services: Services
  readonly tally: Tally
  /** Told of every event, venue and organizer that was written, with what was recorded of it. */
  readonly onWritten: (kind: PostKind, entry: Entry) => void
}

/** The numbers of a batch; what has none that can be used is counted as failed and left out. */
function numbered(entries: readonly Entry[], kind: RecordKind, { tally }: Run): (Entry & { id: number })[] {
  return entries.flatMap((entry) => {
    const read = readerOf(entry.raw)
    const id = read.id('id')
    if (read.flaws.length > 0) tally.fail(kind, entry.where, `a record of kind ${kind}: ${read.flaws.join(', ')}`)
    return read.flaws.length > 0 ? [] : [{ ...entry, id }]
  })
}

/** Whether the reader found nothing wrong; says so otherwise. */
function isSound(read: FieldReader, kind: RecordKind, { where, id }: Entry & { id: number }, { tally }: Run): boolean {
  if (read.flaws.length > 0) tally.fail(kind, where, `${kind} ${id}: ${read.flaws.join(', ')}`)
  return read.flaws.length === 0
}

/** Returns the records that were kept. Numbers of another kind, slugs and external ids of other records are not taken from them. */
export async function writePosts<K extends PostKind>(
  run: Run,
  kind: K,
  entries: readonly Entry[],
): Promise<PostOf[K][]> {
  const { tx, services, tally } = run
  const candidates = numbered(entries, kind, run)
  const ids = candidates.map(({ id }) => id)
  const kinds = await kindsOf(tx, ids)
  const currents = new Map((await findPosts(tx, kind, ids)).map((post) => [post.id, post]))
  const sound: Located<PostOf[K]>[] = candidates.flatMap((entry) => {
    const read = readerOf(entry.raw)
    const other = kinds.get(entry.id)
    if (other !== undefined && other !== kind) read.refuse('id', `belongs to a record of kind ${other}`)
    const post = readPost[kind](read, currents.get(entry.id), services.site.currency)
    return isSound(read, kind, entry, run) ? [{ ...entry, post }] : []
  })
  const named = await withFreeExternalIds(run, kind, await withFreeSlugs(run, kind, sound))
  const kept = named.map(({ post }) => post)
  const created = kept.filter(({ id }) => !currents.has(id))
  const updated = kept.filter(({ id }) => currents.has(id))
  await claimIds(
    tx,
    kind,
    created.map(({ id }) => id),
  )
  await createBatch(tx, kind, created, services.now())
  await replaceBatch(tx, kind, updated, services.now())
  for (const entry of named) run.onWritten(kind, entry)
  tally.count(kind, 'created', created.length)
  tally.count(kind, 'updated', updated.length)
  return kept
}

interface Located<P> extends Entry {
  readonly post: P
}

/** Drafts and pending records hold no slug, so theirs clashes with none (contract 6.7). */
async function withFreeSlugs<K extends PostKind>(
  run: Run,
  kind: K,
  located: readonly Located<PostOf[K]>[],
): Promise<Located<PostOf[K]>[]> {
  const nameOf = ({ slug, status }: PostOf[K]) => (status === 'draft' || status === 'pending' ? '' : slug)
  const slugs = located.flatMap(({ post }) => nameOf(post) || [])
  const holders = new Map((await slugHolders(run.tx, kind, slugs)).map(({ slug, id }) => [slug, id]))
  return unclaimed(run, kind, { what: 'slug', nameOf, holders, located })
}

async function withFreeExternalIds<K extends PostKind>(
  run: Run,
  kind: K,
  located: readonly Located<PostOf[K]>[],
): Promise<Located<PostOf[K]>[]> {
  const nameOf = ({ external_id }: PostOf[K]) => external_id
  const names = located.flatMap(({ post }) => nameOf(post) || [])
  const holders = new Map((await externalIdHolders(run.tx, kind, names)).map((one) => [one.external_id, one.id]))
  return unclaimed(run, kind, { what: 'external id', nameOf, holders, located })
}

interface Claims<P> {
  readonly what: string
  /** Empty when a record claims none. */
  readonly nameOf: (post: P) => string
  /** Numbers of the records that have the names; grows. */
  readonly holders: Map<string, number>
  readonly located: readonly Located<P>[]
}

/** Records whose name no other record has; the others are counted as failed. */
function unclaimed<P extends { readonly id: number }>(
  { tally }: Run,
  kind: PostKind,
  { what, nameOf, holders, located }: Claims<P>,
): Located<P>[] {
  return located.filter(({ post, where }) => {
    const name = nameOf(post)
    const holder = holders.get(name)
    if (name !== '' && holder !== undefined && holder !== post.id) {
      tally.fail(kind, where, `${kind} ${post.id}: its ${what} ${name} belongs to ${kind} ${holder}`)
      return false
    }
    holders.set(name, post.id)
    return true
  })
}

export async function writeTerms(run: Run, taxonomy: Taxonomy, entries: readonly Entry[]): Promise<void> {
  const candidates = numbered(entries, taxonomy, run)
  const ids = candidates.map(({ id }) => id)
  const currents = new Map((await findTerms(run.tx, ids)).map((term) => [term.id, term]))
  for (const entry of candidates) {
    const read = readerOf(entry.raw)
    const term = readTerm(read, taxonomy)
    const current = currents.get(entry.id)
    if (current && current.taxonomy !== taxonomy) read.refuse('id', `belongs to a ${current.taxonomy}`)
    const holder = await termOfSlug(run.tx, term)
    if (holder && holder.id !== term.id) read.refuse('slug', `belongs to ${taxonomy} ${holder.id}`)
    if (isSound(read, taxonomy, entry, run)) await writeTerm(run, term, current)
  }
}

async function termOfSlug(tx: Writer, { taxonomy, slug }: Omit<Term, 'count'>): Promise<Term | undefined> {
  return (await findNamedTerms(tx, taxonomy, { texts: [slug], ids: [] })).find((term) => term.slug === slug)
}

async function writeTerm(
  { tx, services, tally }: Run,
  term: Omit<Term, 'count'>,
  current: Term | undefined,
): Promise<void> {
  const at = services.now()
  if (current) await updateTerm(tx, term, at)
  else await insertTerm(tx, term, at)
  await recordChange(tx, { kind: term.taxonomy, id: term.id, op: current ? 'update' : 'create', at })
  tally.count(term.taxonomy, current ? 'updated' : 'created')
}

/** Events with what they carry: embedded records that are nowhere yet come first. */
export async function writeEvents(run: Run, entries: readonly Entry[]): Promise<void> {
  for (const taxonomy of ['category', 'tag'] as const) await writeEmbeddedTerms(run, taxonomy, entries)
  for (const kind of ['venue', 'organizer'] as const) await writeEmbeddedPosts(run, kind, entries)
  const events = await writePosts(run, 'event', entries)
  await relateBatch(run.tx, await relationsOf(run, events, entries))
}

type EmbeddedKind = LinkedKind | Taxonomy

/** Embedded records that had no turn yet, once each. */
function untried({ tally }: Run, kind: EmbeddedKind, entries: readonly Entry[]): Entry[] {
  return entries.flatMap(({ raw, where }) =>
    embeddedIn(raw)
      [kind].filter((embedded) => tally.isFirst(kind, embedded['id']))
      .map((embedded) => ({ raw: embedded, where })),
  )
}

async function writeEmbeddedTerms(run: Run, taxonomy: Taxonomy, entries: readonly Entry[]): Promise<void> {
  const found = untried(run, taxonomy, entries)
  const there = await findTerms(run.tx, numbersOf(found))
  const kept = new Set(there.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id))
  await writeTerms(
    run,
    taxonomy,
    found.filter(({ raw }) => !kept.has(Number(raw['id']))),
  )
}

async function writeEmbeddedPosts(run: Run, kind: LinkedKind, entries: readonly Entry[]): Promise<void> {
  const found = untried(run, kind, entries)
  const there = await kindsOf(run.tx, numbersOf(found))
  await writePosts(
    run,
    kind,
    found.filter(({ raw }) => there.get(Number(raw['id'])) !== kind),
  )
}

/** Whether an engine can be asked for the record of this number. */
const isNumber = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= HIGHEST_INTEGER

const numbersOf = (entries: readonly Entry[]): number[] => entries.map(({ raw }) => Number(raw['id'])).filter(isNumber)

/** Ties to records that are there; what failed to come is not tied. */
async function relationsOf({ tx }: Run, events: readonly Event[], entries: readonly Entry[]): Promise<Relations[]> {
  const kept = new Set(events.map(({ id }) => id))
  const carriers = entries.filter(({ raw }) => kept.has(Number(raw['id'])))
  const wished = carriers.map(({ raw }) => ({ event: Number(raw['id']), ...embeddedNumbers(raw) }))
  const kinds = await kindsOf(tx, [...new Set(wished.flatMap(({ venue, organizer }) => [...venue, ...organizer]))])
  const terms = await findTerms(tx, [...new Set(wished.flatMap(({ category, tag }) => [...category, ...tag]))])
  const taxonomies = new Map(terms.map(({ id, taxonomy }) => [id, taxonomy]))
  return wished.map(({ event, venue, organizer, category, tag }) => ({
    event,
    venue: venue.filter((id) => kinds.get(id) === 'venue'),
    organizer: organizer.filter((id) => kinds.get(id) === 'organizer'),
    terms: [
      ...category.filter((id) => taxonomies.get(id) === 'category'),
      ...tag.filter((id) => taxonomies.get(id) === 'tag'),
    ],
  }))
}

function embeddedNumbers(raw: Entry['raw']) {
  const { venue, organizer, category, tag } = embeddedIn(raw)
  const numbers = (records: readonly Entry['raw'][]) => [
    ...new Set(records.map(({ id }) => Number(id)).filter(isNumber)),
  ]
  return { venue: numbers(venue), organizer: numbers(organizer), category: numbers(category), tag: numbers(tag) }
}
