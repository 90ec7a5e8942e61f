import { Command, InvalidArgumentError } from 'commander'
import { listAccounts } from '../actions/accounts.ts'
import { matchTerms } from '../actions/mentions.ts'
import { clockOf, type Services } from '../actions/services.ts'
import { createTerm } from '../actions/terms.ts'
import { createBatch, type Relations, relateBatch } from '../actions/write-batch.ts'
import { createLinked } from '../actions/write-linked.ts'
import { circumstancesOf } from '../actions/write-post.ts'
import { changedEvent } from '../calendar/event-change.ts'
import type { Event } from '../calendar/post.ts'
import type { Circumstances } from '../calendar/post-change.ts'
import type { Taxonomy } from '../calendar/term.ts'
import type { Viewer } from '../calendar/user.ts'
import type { Writer } from '../storage/database.ts'
import { nextIds, takenSlugs } from '../storage/posts.ts'
import { recount } from '../storage/terms.ts'
import { freeSlug } from '../text/slug.ts'
import { toLocal } from '../text/zone.ts'
import { type Progress, startProgress } from './progress.ts'
import { type SampleEvent, sampleEvents, sampleOrganizers, sampleVenues } from './sample.ts'
import { type Extent, extentOf } from './sample-calendar.ts'
import { CATEGORIES, TAGS } from './sample-words.ts'
import { createPosters, NO_POSTERS, type Posters } from './seed-posters.ts'
import { print, withServices } from './services.ts'

interface SeedOptions {
  readonly events: number
  readonly seed?: number
  readonly images: boolean
  readonly json?: boolean
}

/** Events in a transaction. */
const BATCH = 250

async function seed(options: SeedOptions): Promise<void> {
  const progress = startProgress('seeding', options)
  const counts = await withServices((services) => fill(services, options, progress)).finally(progress.end)
  if (options.json) print(JSON.stringify(counts))
  else for (const [kind, count] of Object.entries(counts)) print(`${kind}: ${count}`)
}

interface Filled {
  readonly events: number
  readonly venues: number
  readonly organizers: number
  readonly categories: number
  readonly tags: number
  readonly images: number
}

/** Adds events, a batch per transaction, and the related records that do not exist yet. */
async function fill(
  services: Services,
  { events, seed, images, json }: SeedOptions,
  progress: Progress,
): Promise<Filled> {
  const circumstances = circumstancesOf(services, await firstAdministrator(services))
  const extent = extentOf(events)
  const posters = images && events > 0 ? await drawImages(services, circumstances.viewer, json) : NO_POSTERS
  const basis = await services.database.transaction((tx) => createBasis(tx, extent, circumstances))
  const taken = await takenSlugs(services.database.read, 'event', '', 0)
  const samples = sampleEvents(seed ?? taken.size + 1, today(services), extent)
  for (let done = 0; done < events; ) {
    const batch = take(samples, Math.min(BATCH, events - done))
    await services.database.transaction((tx) => createEvents(tx, batch, { basis, posters, taken, circumstances }))
    done += batch.length
    progress.at(done, events)
  }
  await services.database.transaction((tx) => recount(tx, services.now()))
  return { events, ...sizes(basis), images: [...posters.values()].flat().length }
}

async function drawImages(services: Services, viewer: Viewer, json: boolean | undefined): Promise<Posters> {
  const progress = startProgress('drawing images', { json })
  return createPosters(services, viewer, progress.at).finally(progress.end)
}

/** Events belong to the first administrator, or to the one whom the first start will create. */
async function firstAdministrator(services: Services): Promise<Viewer> {
  const users = await listAccounts(services)
  return { id: users.find(({ role }) => role === 'administrator')?.id ?? 1, role: 'administrator' }
}

function today(services: Services): string {
  const { now, zone } = clockOf(services)
  return toLocal(now, zone)
}

function take<T>(source: Iterator<T, void>, count: number): T[] {
  const taken: T[] = []
  while (taken.length < count) {
    const { value, done } = source.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

/** What events are tied to: numbers of venues and organizers in their order, of terms by name. */
interface Basis {
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly categories: ReadonlyMap<string, number>
  readonly tags: ReadonlyMap<string, number>
}

const sizes = ({ venues, organizers, categories, tags }: Basis) => ({
  venues: venues.length,
  organizers: organizers.length,
  categories: categories.size,
  tags: tags.size,
})

/** Through the same use cases as requests: what is there under its name already is used again. */
async function createBasis(tx: Writer, extent: Extent, circumstances: Circumstances): Promise<Basis> {
  const venues: number[] = []
  for (const input of sampleVenues(extent.venues))
    venues.push((await createLinked(tx, 'venue', input, circumstances)).id)
  const organizers: number[] = []
  for (const input of sampleOrganizers(extent.organizers)) {
    organizers.push((await createLinked(tx, 'organizer', input, circumstances)).id)
  }
  const term = termMaker(tx, circumstances.clock.now)
  const categories = new Map<string, number>()
  for (const [name, below] of Object.entries(CATEGORIES)) {
    const parent = await term('category', name, 0)
    categories.set(name, parent)
    for (const child of below) categories.set(child, await term('category', child, parent))
  }
  const tags = new Map<string, number>()
  for (const name of TAGS) tags.set(name, await term('tag', name, 0))
  return { venues, organizers, categories, tags }
}

const termMaker =
  (tx: Writer, now: string) =>
  async (taxonomy: Taxonomy, name: string, parent: number): Promise<number> => {
    const [found] = await matchTerms(tx, taxonomy, [name])
    return found?.id ?? (await createTerm(tx, taxonomy, { name, parent }, now)).id
  }

interface Filling {
  readonly basis: Basis
  readonly posters: Posters
  /** Slugs of events that are taken; grows. */
  readonly taken: Set<string>
  readonly circumstances: Circumstances
}

async function createEvents(tx: Writer, samples: readonly SampleEvent[], filling: Filling): Promise<void> {
  const ids = await nextIds(tx, 'event', samples.length)
  const made = samples.flatMap((sample, index) => {
    const id = ids[index]
    return id === undefined ? [] : [{ event: eventOf(sample, id, filling), ties: tiesOf(sample, id, filling.basis) }]
  })
  await createBatch(
    tx,
    'event',
    made.map(({ event }) => event),
    filling.circumstances.clock.now,
  )
  await relateBatch(
    tx,
    made.map(({ ties }) => ties),
  )
}

function eventOf({ input, poster }: SampleEvent, id: number, { posters, taken, circumstances }: Filling): Event {
  const image = poster && posters.get(poster.scene)?.[poster.variant]
  const event = changedEvent({ ...input, ...(image !== undefined && { image }) }, undefined, circumstances)
  const slug = freeSlug(event.slug, taken)
  taken.add(slug)
  return { ...event, id, slug }
}

function tiesOf({ venue, organizers, category, tags }: SampleEvent, event: number, basis: Basis): Relations {
  const numbers = (found: readonly (number | undefined)[]) => found.filter((id) => id !== undefined)
  return {
    event,
    venue: venue === undefined ? [] : numbers([basis.venues[venue]]),
    organizer: numbers(organizers.map((place) => basis.organizers[place])),
    terms: numbers([basis.categories.get(category), ...tags.map((name) => basis.tags.get(name))]),
  }
}

const whole = (least: number) => (text: string) => {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
  throw new InvalidArgumentError(`Expected an integer, ${least} or more.`)
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
    .option('--events <number>', 'number of events to add', whole(0), 200)
    .option('--seed <number>', 'the same number gives the same events; by default each run gives others', whole(0))
    .option('--no-images', 'add no images')
    .option('--json', 'print one line of JSON: number of events, venues, organizers, categories, tags and images')
    .addHelpText('after', HELP)
    .action(seed)
}
