import { Command, InvalidArgumentError } from 'commander'
import { toLocal } from '../../datetime/time-zone.ts'
import { applyEventInput } from '../../domain/changes/apply-event-input.ts'
import type { WriteContext } from '../../domain/changes/apply-post-input.ts'
import type { Event } from '../../domain/model/post.ts'
import type { Taxonomy } from '../../domain/model/term.ts'
import type { Viewer } from '../../domain/model/user.ts'
import type { Writer } from '../../storage/core/types.ts'
import { allocateIds, findTakenSlugs } from '../../storage/stores/posts.ts'
import { recountTerms } from '../../storage/stores/terms.ts'
import { findFreeSlug } from '../../text/slug.ts'
import { listAccounts } from '../../usecases/auth/accounts.ts'
import { matchTerms } from '../../usecases/read/resolve-references.ts'
import { createTimeContext, type Services } from '../../usecases/services.ts'
import { type BatchRelations, insertBatch, replaceBatchRelations } from '../../usecases/write/bulk-write.ts'
import { createTerm } from '../../usecases/write/terms.ts'
import { createLinked } from '../../usecases/write/write-linked.ts'
import { createWriteContext } from '../../usecases/write-context.ts'
import { computeExtent, type SampleExtent } from '../seed-data/sample-calendar.ts'
import {
  createSampleOrganizers,
  createSampleVenues,
  generateSampleEvents,
  type SampleEvent,
} from '../seed-data/sample-data.ts'
import { CATEGORIES, TAGS } from '../seed-data/sample-words.ts'
import { createPosters, NO_POSTERS, type PosterIds } from '../support/create-posters.ts'
import { type Progress, startProgress } from '../support/progress-bar.ts'
import { print, withServices } from '../support/with-services.ts'

interface SeedOptions {
  readonly events: number
  readonly seed?: number
  readonly images: boolean
  readonly json?: boolean
}

/** Events per transaction. */
const BATCH_SIZE = 250

async function runSeed(options: SeedOptions): Promise<void> {
  const progress = startProgress('seeding', options)
  const counts = await withServices((services) => seedDatabase(services, options, progress)).finally(progress.end)
  if (options.json) print(JSON.stringify(counts))
  else for (const [kind, count] of Object.entries(counts)) print(`${kind}: ${count}`)
}

interface SeedCounts {
  readonly events: number
  readonly venues: number
  readonly organizers: number
  readonly categories: number
  readonly tags: number
  readonly images: number
}

/** Adds events, a batch per transaction, and the related records that do not exist yet. */
async function seedDatabase(
  services: Services,
  { events, seed, images, json }: SeedOptions,
  progress: Progress,
): Promise<SeedCounts> {
  const writeContext = createWriteContext(services, await findFirstAdministrator(services))
  const extent = computeExtent(events)
  const posters = images && events > 0 ? await drawImages(services, writeContext.viewer, json) : NO_POSTERS
  const records = await services.database.transaction((tx) => createSeedRecords(tx, extent, writeContext))
  const taken = await findTakenSlugs(services.database.read, 'event', '', 0)
  const samples = generateSampleEvents(seed ?? taken.size + 1, getToday(services), extent)
  for (let done = 0; done < events; ) {
    const batch = takeItems(samples, Math.min(BATCH_SIZE, events - done))
    await services.database.transaction((tx) => createEvents(tx, batch, { records, posters, taken, writeContext }))
    done += batch.length
    progress.update(done, events)
  }
  await services.database.transaction((tx) => recountTerms(tx, services.now()))
  return { events, ...countRecords(records), images: [...posters.values()].flat().length }
}

async function drawImages(services: Services, viewer: Viewer, json: boolean | undefined): Promise<PosterIds> {
  const progress = startProgress('drawing images', { json })
  return createPosters(services, viewer, progress.update).finally(progress.end)
}

/** The owner of the events: the first administrator, or ID 1, which the first start will create. */
async function findFirstAdministrator(services: Services): Promise<Viewer> {
  const users = await listAccounts(services)
  return { id: users.find(({ role }) => role === 'administrator')?.id ?? 1, role: 'administrator' }
}

function getToday(services: Services): string {
  const { now, zone } = createTimeContext(services)
  return toLocal(now, zone)
}

function takeItems<T>(source: Iterator<T, void>, count: number): T[] {
  const taken: T[] = []
  while (taken.length < count) {
    const { value, done } = source.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

/** IDs of the records that events refer to: venues and organizers by index, terms by name. */
interface SeedRecords {
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly categories: ReadonlyMap<string, number>
  readonly tags: ReadonlyMap<string, number>
}

const countRecords = ({ venues, organizers, categories, tags }: SeedRecords) => ({
  venues: venues.length,
  organizers: organizers.length,
  categories: categories.size,
  tags: tags.size,
})

/** Uses the same use cases as requests, so that existing records with the same name are reused. */
async function createSeedRecords(tx: Writer, extent: SampleExtent, writeContext: WriteContext): Promise<SeedRecords> {
  const venues: number[] = []
  for (const input of createSampleVenues(extent.venues))
    venues.push((await createLinked(tx, 'venue', input, writeContext)).post.id)
  const organizers: number[] = []
  for (const input of createSampleOrganizers(extent.organizers)) {
    organizers.push((await createLinked(tx, 'organizer', input, writeContext)).post.id)
  }
  const findOrCreateTerm = createTermFinder(tx, writeContext.clock.now)
  const categories = new Map<string, number>()
  for (const [name, children] of Object.entries(CATEGORIES)) {
    const parent = await findOrCreateTerm('category', name, 0)
    categories.set(name, parent)
    for (const child of children) categories.set(child, await findOrCreateTerm('category', child, parent))
  }
  const tags = new Map<string, number>()
  for (const name of TAGS) tags.set(name, await findOrCreateTerm('tag', name, 0))
  return { venues, organizers, categories, tags }
}

const createTermFinder =
  (tx: Writer, now: string) =>
  async (taxonomy: Taxonomy, name: string, parent: number): Promise<number> => {
    const [term] = await matchTerms(tx, taxonomy, [name])
    return term?.id ?? (await createTerm(tx, taxonomy, { name, parent }, now)).id
  }

interface SeedContext {
  readonly records: SeedRecords
  readonly posters: PosterIds
  /** Slugs in use. New events add theirs. */
  readonly taken: Set<string>
  readonly writeContext: WriteContext
}

async function createEvents(tx: Writer, samples: readonly SampleEvent[], context: SeedContext): Promise<void> {
  const ids = await allocateIds(tx, 'event', samples.length)
  const created = samples.flatMap((sample, index) => {
    const id = ids[index]
    return id === undefined
      ? []
      : [{ event: buildEvent(sample, id, context), relations: buildRelations(sample, id, context.records) }]
  })
  const relationsById = new Map(created.map(({ relations }) => [relations.event, relations]))
  await insertBatch(
    tx,
    'event',
    created.map(({ event }) => event),
    { at: context.writeContext.clock.now, getRelations: (id) => relationsById.get(id) },
  )
  await replaceBatchRelations(
    tx,
    created.map(({ relations }) => relations),
  )
}

function buildEvent({ input, poster }: SampleEvent, id: number, { posters, taken, writeContext }: SeedContext): Event {
  const image = poster && posters.get(poster.scene)?.[poster.variant]
  const event = applyEventInput({ ...input, ...(image !== undefined && { image }) }, undefined, writeContext)
  const slug = findFreeSlug(event.slug, taken)
  taken.add(slug)
  return { ...event, id, slug }
}

function buildRelations(
  { venue, organizers, category, tags }: SampleEvent,
  event: number,
  records: SeedRecords,
): BatchRelations {
  const toIds = (ids: readonly (number | undefined)[]) => ids.filter((id) => id !== undefined)
  return {
    event,
    venues: venue === undefined ? [] : toIds([records.venues[venue]]),
    organizers: toIds(organizers.map((index) => records.organizers[index])),
    categories: toIds([records.categories.get(category)]),
    tags: toIds(tags.map((name) => records.tags.get(name))),
  }
}

const parseInteger = (min: number) => (text: string) => {
  if (/^\d{1,9}$/.test(text) && Number(text) >= min) return Number(text)
  throw new InvalidArgumentError(`Expected an integer, ${min} or more.`)
}

const HELP = `
Creates the database if it does not exist. The events take place in one town (time zone America/New_York): weekly series,
concerts, plays, talks, festivals and three exhibitions, some of them featured, some drafts. A small calendar covers the
next months, one of more than 600 events a year. Venues, organizers, categories, tags and images are reused by later
runs, each of which adds more events. Images are drawn by the command and stored like uploads (MEDIA_URL).

Examples:
  calends seed
  calends seed --events 10000 --seed 1 --no-images`

export function seedCommand(): Command {
  return new Command('seed')
    .description('add realistic sample data')
    .option('--events <number>', 'number of events to add', parseInteger(0), 200)
    .option(
      '--seed <number>',
      'the same number gives the same events; by default each run gives others',
      parseInteger(0),
    )
    .option('--no-images', 'add no images')
    .option('--json', 'print one line of JSON: number of events, venues, organizers, categories, tags and images')
    .addHelpText('after', HELP)
    .action(runSeed)
}
