/**
 * One of two services, in a separate process so that both run in parallel; it executes commands from messages, one by
 * one.
 */
import { createHash } from 'node:crypto'
import { publishScheduledPosts } from '../../src/calendar/events/publish-scheduled.ts'
import { ENGINES } from '../helper/engines.ts'
import { type RequestOptions, startService } from '../helper/service.ts'
import { waitUntil } from '../helper/until.ts'
import { readRows, type TableName } from './rows.ts'

export interface TwinRequest extends RequestOptions {
  readonly method: string
  readonly path: string
}

export type TwinCommand =
  | { readonly request: TwinRequest }
  /** Sets the clock, UTC, and publishes what is due; returns the count. */
  | { readonly now: string }
  | { readonly table: TableName }
  | { readonly end: true }

export type TwinResult = { readonly result: unknown } | { readonly error: string }

/** Options of the process, as JSON. */
export interface TwinOptions {
  readonly engine: string
  readonly seed: number
  readonly now: string
}

const SETTINGS = {
  PUBLIC_URL: 'https://calendar.example',
  PER_PAGE: '7',
  MAX_PER_PAGE: '50',
  RATE_LIMIT_SIGN_IN: '0',
}

/** The same bytes for the same seed, in either service. */
function repeatable(seed: number): (bytes: number) => string {
  let count = 0
  return (bytes) => {
    count += 1
    return createHash('shake256', { outputLength: bytes }).update(`${seed} ${count}`).digest('hex')
  }
}

const { engine: name, seed, now }: TwinOptions = JSON.parse(process.argv[2] ?? '{}')
const engine = ENGINES.find((item) => item.name === name)
if (!engine) throw new Error(`there is no engine ${name}`)
const service = await startService({ engine, now, env: SETTINGS, random: repeatable(seed) })
await shareEpoch()

/** ETags contain the epoch, which is random; both services use the same. */
async function shareEpoch(): Promise<void> {
  const { database } = service.services
  const epoch = '0123456789'
  await database.transaction((tx) => tx.updateTable('database_identity').set({ epoch }).execute())
  await waitUntil(() => database.generation()?.epoch === epoch, 10_000)
}

async function execute(command: TwinCommand): Promise<unknown> {
  if ('request' in command) {
    const { method, path, ...options } = command.request
    return service.send(method, path, options)
  }
  if ('table' in command) return readRows(service.services.database.read, command.table)
  if ('end' in command) return service.stop()
  service.setNow(command.now)
  return publishScheduledPosts(service.services)
}

const sendResult = (done: TwinResult) => process.send?.(done)

async function reportResult(command: TwinCommand): Promise<void> {
  try {
    sendResult({ result: await execute(command) })
  } catch (error) {
    sendResult({ error: error instanceof Error ? `${error.stack}` : String(error) })
  }
  if ('end' in command) process.disconnect()
}

// A failure of the command is part of its result, so there is nothing to handle here.
process.on('message', (command: TwinCommand) => void reportResult(command))
// The parent process has ended.
process.on('disconnect', () => process.exit())
sendResult({ result: 'ready' })
