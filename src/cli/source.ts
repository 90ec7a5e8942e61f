import { setTimeout } from 'node:timers/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Services } from '../calendar/services.ts'
import { requireAccount } from '../calendar/users/accounts.ts'
import {
  createSource,
  deleteSource,
  listSourcesWithRuns,
  requestRun,
  type SourceWithRun,
} from '../features/sources/manage-sources.ts'
import { presentRun, presentSource } from '../features/sources/present-source.ts'
import { readSource } from '../features/sources/read-source.ts'
import { runSource } from '../features/sources/run-source.ts'
import { findRun } from '../features/sources/run-store.ts'
import {
  MISSING_ACTIONS,
  SOURCE_DEFAULTS,
  SOURCE_STATUSES,
  SOURCE_TYPES,
  type SourceRun,
} from '../features/sources/source.ts'
import { newSourceFields } from '../features/sources/source-fields.ts'
import type { Parsed } from '../kernel/field.ts'
import { parseFields, validate } from '../kernel/validate-input.ts'
import { print, withServices } from './with-services.ts'

interface OutputOptions {
  readonly json?: boolean
}

async function runList({ json }: OutputOptions): Promise<void> {
  for (const one of await withServices(listSourcesWithRuns))
    print(json ? JSON.stringify(presentSource(one.source, one.lastRun)) : formatSource(one))
}

const formatSource = ({ source, lastRun }: SourceWithRun): string =>
  [
    `${source.id}  ${source.name}  ${source.type}  ${source.url}`,
    `   ${source.isEnabled ? `every ${source.interval} minutes, next ${source.nextRun} UTC` : 'disabled'}`,
    `   ${lastRun ? formatRun(lastRun) : 'no run yet'}`,
  ].join('\n')

function formatRun(run: SourceRun): string {
  const { created, updated, unchanged, conflicts, canceled, failed } = run
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${conflicts} conflicts, ${canceled} canceled, ${failed} failed`
  const status = run.status === 'succeeded' && failed > 0 ? 'incomplete' : run.status
  return `run ${run.id} ${status} ${run.ended ?? run.started ?? run.requested} UTC: ${counts}${run.error && `\n   ${run.error}`}`
}

interface AddOptions extends OutputOptions {
  readonly type: string
  readonly name?: string
  readonly interval: number
  readonly category?: number
  readonly status: string
  readonly author: string
  readonly missing: string
  readonly user?: string
}

/** Validated like the input of the API. The password is read from the environment, so that no process list shows it. */
async function runAdd(url: string, { json, author, user, ...options }: AddOptions): Promise<void> {
  const credentials = user === undefined ? {} : { username: user, password: process.env['SOURCE_PASSWORD'] ?? '' }
  const raw = { ...options, ...credentials, url }
  const input: Parsed<typeof newSourceFields> = validate(parseFields(newSourceFields, raw), new Set())
  const source = await withServices(async (services) =>
    createSource(services, { ...input, author: (await requireAccount(services, author)).id }),
  )
  print(json ? JSON.stringify(presentSource(source, undefined)) : `created source ${source.id} (${source.name})`)
}

interface RunCommandOptions extends OutputOptions {
  readonly dryRun?: boolean
  readonly confirm?: boolean
}

async function runRun(source: number, { json, dryRun = false, confirm = false }: RunCommandOptions): Promise<void> {
  const run = await withServices(async (services) => {
    const request = { source, isPreview: dryRun, isConfirmed: confirm }
    return completeRun(services, await requestRun(services, request))
  })
  if (json) print(JSON.stringify(presentRun(run)))
  else {
    print(formatRun(run))
    for (const { outcome, title, key, reason } of run.details)
      print(`   ${outcome} ${title || key}${reason && `: ${reason}`}`)
  }
  if (run.status === 'failed') process.exitCode = 1
}

const POLL_MILLISECONDS = 500

/** Runs the source here, or waits for the process that runs it. */
async function completeRun(services: Services, requested: SourceRun): Promise<SourceRun> {
  const { signal } = new AbortController()
  for (;;) {
    await runSource(services, requested.source, { signal, read: readSource })
    const run = await findRun(services.database.read, requested)
    if (!run) throw new Error(`source ${requested.source} was deleted`)
    if (run.ended !== undefined) return run
    await setTimeout(POLL_MILLISECONDS)
  }
}

async function runRemove(id: number): Promise<void> {
  const source = await withServices((services) => deleteSource(services, id))
  print(`removed source ${source.id} (${source.name}); its events stay`)
}

function parseId(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected an integer, 1 or more.')
}

const ADD_HELP = `
The first run starts within a second if the service runs. Hosts that are not public have to be in SOURCE_FETCH_ALLOW.

Example:
  SOURCE_PASSWORD='...' calends source add https://site.example --type tec --author ann --user me`

function addCommand(): Command {
  return new Command('add')
    .description('add a source')
    .argument('<url>', 'URL of the calendar or site')
    .addOption(new Option('--type <type>', 'type of the source').choices(SOURCE_TYPES).default(SOURCE_DEFAULTS.type))
    .option('--name <name>', 'name of the source; the URL by default')
    .option('--interval <minutes>', 'minutes between runs', parseId, SOURCE_DEFAULTS.interval)
    .option('--category <id>', 'ID of a category that the events get in addition to their own', parseId)
    .addOption(
      new Option('--status <status>', 'status of new events').choices(SOURCE_STATUSES).default(SOURCE_DEFAULTS.status),
    )
    .requiredOption('--author <login>', 'author of new events, by login or email address')
    .addOption(
      new Option('--missing <action>', 'what happens to events that disappear')
        .choices(MISSING_ACTIONS)
        .default(SOURCE_DEFAULTS.missing),
    )
    .option('--user <name>', 'username for the source; the password is read from SOURCE_PASSWORD')
    .option('--json', 'print the source as JSON')
    .addHelpText('after', ADD_HELP)
    .action(runAdd)
}

export function sourceCommand(): Command {
  const list = new Command('list')
    .description('list sources with their last run')
    .option('--json', 'print one line of JSON per source')
    .action(runList)
  const run = new Command('run')
    .description('run a source now')
    .argument('<id>', 'ID of the source', parseId)
    .option('--dry-run', 'write nothing, and list what would change')
    .option('--confirm', 'allow that more than half of the events disappear')
    .option('--json', 'print the run as JSON')
    .action(runRun)
  const remove = new Command('remove')
    .description('remove a source; its events stay')
    .argument('<id>', 'ID of the source', parseId)
    .action(runRemove)
  return new Command('source')
    .description('manage external calendars that are imported repeatedly')
    .addCommand(list)
    .addCommand(addCommand())
    .addCommand(run)
    .addCommand(remove)
}
