import { Command, InvalidArgumentError } from 'commander'
import { type Progress, startProgress } from '../base/cli/progress-bar.ts'
import { toLocal } from '../base/time/time-zone.ts'
import { findTakenSlugs } from '../calendar/posts/post-store.ts'
import { createTimeContext, type Services } from '../calendar/services.ts'
import { listAccounts } from '../calendar/users/accounts.ts'
import { createWriteContext } from '../calendar/write-context.ts'
import { createPosters, NO_POSTERS, type PosterIds } from '../features/settings/sample/create-posters.ts'
import { computeExtent } from '../features/settings/sample/sample-calendar.ts'
import { generateSampleEvents } from '../features/settings/sample/sample-data.ts'
import {
  createSeedEvents,
  createSeedRecords,
  type SeedRecords,
  takeItems,
} from '../features/settings/sample/write-sample.ts'
import type { Viewer } from '../kernel/user.ts'
import { print, withServices } from './with-services.ts'

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
    await services.database.transaction((tx) => createSeedEvents(tx, batch, { records, posters, taken, writeContext }))
    done += batch.length
    progress.update(done, events)
  }
  return { events, ...countRecords(records), images: [...posters.values()].flat().length }
}

async function drawImages(services: Services, viewer: Viewer, json: boolean | undefined): Promise<PosterIds> {
  const progress = startProgress('drawing images', { json })
  return createPosters(services, viewer, progress.update).finally(progress.end)
}

/** The owner of the events: the first administrator, or ID 1, which the first one will get. */
async function findFirstAdministrator(services: Services): Promise<Viewer> {
  const users = await listAccounts(services)
  return { id: users.find(({ role }) => role === 'administrator')?.id ?? 1, role: 'administrator' }
}

function getToday(services: Services): string {
  const { now, zone } = createTimeContext(services)
  return toLocal(now, zone)
}

const countRecords = ({ venues, organizers, categories, tags }: SeedRecords) => ({
  venues: venues.length,
  organizers: organizers.length,
  categories: categories.size,
  tags: tags.size,
})

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
