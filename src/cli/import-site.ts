/** `calends import URL`: imports a site, and follows its changes. */
import { writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { startProgress } from '../base/cli/progress-bar.ts'
import { createRemainingTime } from '../base/cli/remaining-time.ts'
import type { SiteImportReport } from '../features/imports/comparison/site-report.ts'
import type { SiteChange, SiteImportObserver } from '../features/imports/live/import-run.ts'
import { followSite, importSite } from '../features/imports/live/import-site.ts'
import { recordCommandImport } from '../features/imports/runs/command-import.ts'
import type { Origin } from '../kernel/change-record.ts'
import { createSiteAccess, type SiteAccessOptions } from './site-access.ts'
import { formatFollowReport, formatSiteChange, formatSiteReport, isCompletelyEqual } from './site-report-text.ts'
import { print, withServices } from './with-services.ts'

export interface SiteImportCommandOptions extends SiteAccessOptions {
  readonly concurrency?: number
  readonly rate?: number
  readonly dryRun?: boolean
  readonly report?: string
  /** Seconds. */
  readonly follow?: number
  readonly json?: boolean
  readonly images?: boolean
}

const STOPPED_BY_SIGINT = 130

export async function runSiteImport(site: string, options: SiteImportCommandOptions): Promise<void> {
  const { json, dryRun: isDryRun = false, images: fetchesImages = true, concurrency, rate } = options
  if (isDryRun && options.follow !== undefined) throw new Error('--dry-run and --follow exclude each other.')
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
  const { signal } = controller
  const { close, ...access } = createSiteAccess(site, options)
  const { observer, end } = createObserver({ json, isDryRun })
  const imports = { ...access, concurrency, rate, signal, observer, isDryRun, fetchesImages }
  try {
    await withServices(async (services) => {
      const load = (origin?: Origin) => importSite(services, { ...imports, ...(origin && { origin }) })
      const report = await (isDryRun
        ? load()
        : recordCommandImport(services, imports.url.href, ({ origin }) => load(origin))
      ).finally(end)
      printReport(report, options)
      if (!isDryRun && !isCompletelyEqual(report)) process.exitCode = 1
      if (options.follow === undefined) return
      await follow(() => followSite(services, { ...imports, observer: { problem: observer.problem } }), options, signal)
    })
  } catch (error) {
    if (!signal.aborted) throw error
    print('stopped; the next run continues the import')
    process.exitCode = STOPPED_BY_SIGINT
  } finally {
    await close()
  }
}

function createObserver({ json, isDryRun }: { readonly json: boolean | undefined; readonly isDryRun: boolean }) {
  const stages = new Map<string, ReturnType<typeof startStage>>()
  const startStage = (stage: string) => ({
    bar: startProgress(stage, { json }),
    remaining: createRemainingTime(() => Date.now()),
  })
  const getStage = (stage: string) => {
    const current = stages.get(stage) ?? startStage(stage)
    stages.set(stage, current)
    return current
  }
  const observer = {
    problem: (text: string) => getStage('reading').bar.warn(text),
    ...(isDryRun && !json && { change: (change: SiteChange) => void print(formatSiteChange(change)) }),
    progress: (stage: 'reading' | 'comparing', done: number, total: number) => {
      const { bar, remaining } = getStage(stage)
      bar.update(Math.min(done, total), total, remaining(done, total))
    },
  } satisfies SiteImportObserver
  const end = () => {
    for (const { bar } of stages.values()) bar.end()
  }
  return { observer, end }
}

function printReport(report: SiteImportReport, { json, report: file }: SiteImportCommandOptions): void {
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  if (json) print(JSON.stringify(report))
  else for (const line of formatSiteReport(report)) print(line)
}

/** Repeats until the command is stopped. A round that fails is reported, and the next one repeats it. */
async function follow(
  round: () => Promise<SiteImportReport>,
  { follow: seconds = 0, json }: SiteImportCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await setTimeout(seconds * 1000, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) break
    try {
      const report = await round()
      print(json ? JSON.stringify(report) : formatFollowReport(report, new Date()))
    } catch (error) {
      if (signal.aborted) break
      print(`${new Date().toISOString()} failed: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

export function addSiteOptions(command: Command): Command {
  return command
    .option(
      '--user <login>',
      'site: login of an administrator or editor, to import drafts, private and protected records',
    )
    .option('--app-password <password>', 'site: application password of the user')
    .option('--concurrency <number>', 'site: requests at a time', parseCount, 2)
    .option('--rate <number>', 'site: maximum number of requests per second', parseRate)
    .option('--report <file>', 'site: write the comparison of all records as JSON')
    .option('--follow <interval>', 'site: import changes at this interval until stopped, for example 5m', parseInterval)
}

function parseCount(text: string): number {
  if (/^(?:[1-9]|1\d|20)$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected an integer from 1 to 20.')
}

function parseRate(text: string): number {
  const rate = Number(text)
  if (text.trim() !== '' && rate > 0 && rate <= 1000) return rate
  throw new InvalidArgumentError('Expected a number above 0, at most 1000.')
}

const UNIT_SECONDS = { s: 1, m: 60, h: 3600 } as const

function parseInterval(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,4})([smh])$/.exec(text) ?? []
  if (unit === 's' || unit === 'm' || unit === 'h') return Number(count) * UNIT_SECONDS[unit]
  throw new InvalidArgumentError('Expected a number with s, m or h, for example 5m.')
}
