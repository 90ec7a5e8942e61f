/** Which test files each command runs. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '../setup.js'

/**
 * Folders and files of `npm run test:full`: processes, outages, commands, backups, imports, exports, all screens in browsers,
 * the quickstart.
 */
export const SLOW = [
  'test/apidoc/examples.test.ts',
  'test/attacks/',
  'test/backup/',
  'test/bench/calendar.test.ts',
  'test/browser/',
  'test/cli/',
  'test/clients/typescript.test.ts',
  'test/deploy/reverse-proxy.test.ts',
  'test/deploy/systemd.test.ts',
  'test/differential/batches.test.ts',
  'test/docs/moving.test.ts',
  'test/docs/quickstart.test.ts',
  'test/export/',
  'test/http/caching/media-store-outage.test.ts',
  'test/http/caching/purges.test.ts',
  'test/http/caching/replica.test.ts',
  'test/http/changes/random-writes.test.ts',
  'test/http/feeds/feed-streams.test.ts',
  'test/http/protocol/fuzz.test.ts',
  'test/http/retries/killed-process.test.ts',
  'test/http/series/extension-processes.test.ts',
  'test/http/settings/sample.test.ts',
  'test/http/webhooks/processes.test.ts',
  'test/http/webhooks/unreliable-receiver.test.ts',
  'test/import/',
  'test/media/image-decoder.test.ts',
  'test/media/refused-images.test.ts',
  'test/observability/process-metrics.test.ts',
  'test/process/',
  'test/storage/epoch.test.ts',
]

/** Files in these folders that `npm test` runs nevertheless: one pass through a browser, readers of files. */
export const QUICK = [
  'test/browser/first-visit.test.ts',
  'test/cli/remaining-time.test.ts',
  'test/import/formats/csv/',
  'test/import/formats/ics/',
]

/** Files that measure times of a service under load; they run after the others, one by one. */
export const ALONE = ['test/attacks/', 'test/backup/replication-load.test.ts', 'test/bench/calendar.test.ts']

/** Comparisons of many requests on both engines. */
const COMPARISONS = ['test/differential/', 'test/golden/', 'test/replay/']

/** CPU time of a file of `npm test`, in seconds, and of files that are slow for a reason. */
const CPU_BUDGET = 60
const LARGE_CPU_BUDGET = 300
const LONG_CPU_BUDGET = 7200

const isListed = (file, list) => list.some((prefix) => file.startsWith(prefix))
const isSlow = (file) => isListed(file, SLOW) && !isListed(file, QUICK)
export const isAlone = (file) => isListed(file, ALONE)
const isElsewhere = (file) => isListed(file, ['test/long/', 'test/high-availability/'])

/** CPU time that a file may take, in seconds: several times what it needs when nothing else runs. */
export function getCpuBudget(file) {
  if (isElsewhere(file)) return LONG_CPU_BUDGET
  return isSlow(file) || isListed(file, COMPARISONS) || isRandom(file) ? LARGE_CPU_BUDGET : CPU_BUDGET
}

const includesText = (file, text) => readFileSync(join(root, file), 'utf8').includes(text)

/** Whether a file tests generated data. `npm run test:full` repeats these files with a random seed. */
const isRandom = (file) => includesText(file, 'properties/seeds.ts')

/** Whether `npm run test:full` repeats a file on PostgreSQL. */
const isSplit = (file) => includesText(file, 'SPLIT_ENGINES')

const SELECTIONS = {
  quick: (file) => !isElsewhere(file) && !isSlow(file),
  full: (file) => !isElsewhere(file) && (isSlow(file) || isRandom(file) || isSplit(file)),
  long: (file) => file.startsWith('test/long/'),
}

const listTests = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => join(folder, path))
    .filter((file) => file.endsWith('.test.ts'))
    .sort()

/** The files that arguments name, and the test files of named folders. */
export const findNamedTests = (paths) =>
  paths.flatMap((path) => (statSync(resolve(root, path)).isDirectory() ? listTests(path) : [path]))

/**
 * Paths of the test files of `quick` (`npm test`), `full` or `long`. The largest come first, so that none is left alone at
 * the end.
 */
export const selectTests = (name) =>
  listTests('test')
    .filter(SELECTIONS[name])
    .sort((a, b) => getCpuBudget(b) - getCpuBudget(a))
