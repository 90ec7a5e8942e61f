/** Imports a site, and keeps this service equal to it. */

import { createQueue } from '../../../base/concurrency/queue.ts'
import { runTogether } from '../../../base/concurrency/run-together.ts'
import { type Services, withOrigin } from '../../../calendar/services.ts'
import { createSystemOrigin, type Origin } from '../../../kernel/change-record.ts'
import type { Writer } from '../../../storage/types.ts'
import type { SiteImportReport } from '../comparison/site-report.ts'
import { type ImportProgress, listImportProgress, saveImportProgress } from '../import-progress.ts'
import { countImportedRecords } from '../imported-records.ts'
import type { ImportKind } from '../map-record.ts'
import { type OpenSite, openSite } from '../site/open-site.ts'
import {
  countEvents,
  type EventPage,
  type EventWindow,
  planEventWindows,
  readEventWindow,
  readWholeList,
} from '../site/read-lists.ts'
import type { SiteClientOptions } from '../site/site-client.ts'
import { followChanges, importUnlistedEvents } from './follow-changes.ts'
import { createImportRun, type ImportRun, type SiteImportObserver } from './import-run.ts'
import { removeMissingRecords, retryFailedRecords } from './remove-records.ts'
import { type SitePage, synchronizePage, writePage } from './synchronize-page.ts'

export interface SiteImportOptions extends Omit<SiteClientOptions, 'reader'> {
  readonly observer?: SiteImportObserver
  /** Whether images are fetched from their URLs. Default: true. */
  readonly fetchesImages?: boolean
  /** Whether the changes are only reported. Default: false. */
  readonly isDryRun?: boolean
  /** Origin of the writes in the history. Default: the channel `import` without a user. */
  readonly origin?: Origin
}

const WHOLE_LISTS = ['category', 'tag', 'venue', 'organizer'] as const satisfies readonly ImportKind[]

/** Windows that are read at the same time; the client limits the requests. */
const PARALLEL_WINDOWS = 2

/**
 * Imports every record of the site, continues an interrupted import, and compares all records at the end. Local edits are
 * reported and never overwritten. Throws an `Error` when the site cannot be read.
 */
export async function importSite(services: Services, options: SiteImportOptions): Promise<SiteImportReport> {
  const site = await openSite({ ...options, reader: services.reader })
  const run = openRun(services, site, options)
  if (!run.isDryRun) await importLists(run)
  return synchronizeSite(run)
}

/**
 * Imports what has changed since the last import of the site: by the times of changes if the site lists them, otherwise
 * by reading all lists. The report contains only the records that were read.
 */
export async function followSite(services: Services, options: SiteImportOptions): Promise<SiteImportReport> {
  const site = await openSite({ ...options, reader: services.reader })
  const run = openRun(services, site, options)
  const progress = await listImportProgress(services.database.read, site.source)
  const since = Number(progress.find(({ list }) => list === 'changes')?.next ?? Number.NaN)
  if (!site.listsChanges || Number.isNaN(since)) return synchronizeSite(run)
  for (const kind of ['category', 'tag'] as const) await readList(run, kind, synchronizePage)
  await followChanges(run, since)
  await removeMissingRecords(run, { kinds: ['tag', 'category'] })
  await retryFailedRecords(run)
  return finishRun(run)
}

function openRun(services: Services, site: OpenSite, options: SiteImportOptions): ImportRun {
  if (options.credentials && !site.readsAll)
    options.observer?.problem?.(
      'The site shows the user no drafts and private records, or is Calends: only public records are imported.',
    )
  return createImportRun({
    services: withOrigin(services, options.origin ?? createSystemOrigin('import')),
    site,
    observer: options.observer ?? {},
    isDryRun: options.isDryRun ?? false,
    fetchesImages: options.fetchesImages ?? true,
    signal: options.signal,
  })
}

type ProcessPage = (run: ImportRun, kind: ImportKind, page: SitePage) => Promise<unknown>

async function readList(run: ImportRun, kind: (typeof WHOLE_LISTS)[number], process: ProcessPage): Promise<void> {
  for await (const page of readWholeList(run.site, kind)) await process(run, kind, page)
}

/** The first pass: writes all records, without images. Its progress is stored with every page. */
async function importLists(run: ImportRun): Promise<void> {
  const { services, site } = run
  const { source } = site
  const progress = await listImportProgress(services.database.read, source)
  for (const kind of WHOLE_LISTS) {
    if (progress.some(({ list, next }) => list === kind && next === '')) continue
    await readList(run, kind, writePage)
    await services.database.transaction((tx) =>
      saveImportProgress(tx, { source, list: kind, first: '', last: '', next: '' }),
    )
  }
  const windows = progress.filter(({ list }) => list === 'event')
  const parts = windows.length > 0 ? windows : await planWindows(run)
  const total = await countEvents(site)
  const done = await countImportedRecords(services.database.read, { source, kind: 'event' })
  await readWindows(run, parts, async (part, page) => {
    const save = (tx: Writer) => saveImportProgress(tx, { ...part, next: page?.next ?? '' })
    if (page) await writePage(run, 'event', page, save)
    else await services.database.transaction(save)
    run.observer.progress?.('reading', Math.min(done + run.report.seen.event.size(), total), total)
  })
}

async function planWindows({ services, site }: ImportRun): Promise<ImportProgress[]> {
  const windows = await planEventWindows(site)
  const parts = windows.map(({ first, last }) => ({ source: site.source, list: 'event', first, last, next: first }))
  await services.database.transaction(async (tx) => {
    for (const part of parts) await saveImportProgress(tx, part)
  })
  return parts
}

/** The window ends with the page that contains a later event. */
async function readWindows<W extends EventWindow & { readonly next: string }>(
  { site, signal }: ImportRun,
  windows: readonly W[],
  process: (window: W, page: EventPage | undefined) => Promise<void>,
): Promise<void> {
  const queue = createQueue({ concurrency: PARALLEL_WINDOWS })
  const read = async (window: W) => {
    signal?.throwIfAborted()
    for await (const page of readEventWindow(site, window, window.next)) await process(window, page)
    await process(window, undefined)
  }
  await runTogether(windows.filter(({ next }) => next !== '').map((window) => queue.run(() => read(window))))
}

/** At most so many passes, if a site that does not list changes is written to meanwhile. */
const MAX_PASSES = 3

/** The second pass: reads all lists, writes what has changed, imports images, removes and compares. */
async function synchronizeSite(run: ImportRun): Promise<SiteImportReport> {
  const { site, isDryRun } = run
  for (let pass = 1, isStable = false; !isStable && pass <= MAX_PASSES; pass += 1) {
    const before = run.report.countWrites()
    run.report.clear()
    await synchronizeLists(run)
    isStable = site.listsChanges || isDryRun || run.report.countWrites() === before
  }
  if (site.listsChanges && !isDryRun) await followChanges(run, site.openedAt)
  return finishRun(run)
}

async function synchronizeLists(run: ImportRun): Promise<void> {
  for (const kind of WHOLE_LISTS) await readList(run, kind, synchronizePage)
  const windows = await planEventWindows(run.site)
  const parts = windows.map((window) => ({ ...window, next: window.first }))
  const total = await countEvents(run.site)
  await readWindows(run, parts, async (_window, page) => {
    if (page) await synchronizePage(run, 'event', page)
    run.observer.progress?.('comparing', run.report.seen.event.size(), total)
  })
  await importUnlistedEvents(run)
  await removeMissingRecords(run)
  await retryFailedRecords(run)
}

/** Changes are read from this time on in the next round. */
async function finishRun({ services, site, report, isDryRun }: ImportRun): Promise<SiteImportReport> {
  const next = String(site.openedAt)
  if (!isDryRun) {
    await services.database.transaction((tx) =>
      saveImportProgress(tx, { source: site.source, list: 'changes', first: '', last: '', next }),
    )
  }
  return report.build(site.source, isDryRun)
}
