/** Two services that differ only in their database, and receive the same requests. */
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Json, TestResponse } from '../helper/service.ts'
import { TABLE_NAMES } from './rows.ts'
import type { TwinCommand, TwinOptions, TwinRequest, TwinResult } from './twin-process.ts'

/** The second service runs asynchronously; a difference makes one of the next calls fail. */
export interface Twins {
  /** The response of both; `about` is part of the message about a difference. */
  readonly send: (request: TwinRequest, about: string) => Promise<TestResponse>
  /** Sets both clocks, UTC, and publishes what is due. */
  readonly setNow: (moment: string, about: string) => Promise<void>
  /** Compares every row of every table. */
  readonly compareTables: (about: string) => Promise<void>
  /** Waits until the second service has processed all requests. */
  readonly waitUntilIdle: () => Promise<void>
  readonly stop: () => Promise<void>
}

interface Twin {
  readonly name: string
  readonly execute: (command: TwinCommand) => Promise<Json>
  readonly stop: () => Promise<void>
}

async function startTwin(options: TwinOptions): Promise<Twin> {
  const child = fork(join(import.meta.dirname, 'twin-process.ts'), [JSON.stringify(options)], {
    // Files are sent unchanged.
    serialization: 'advanced',
  })
  const next = async () => {
    const done = await nextMessage(child)
    if ('error' in done) throw new Error(`${options.engine}: ${done.error}`)
    return done.result
  }
  await next()
  const execute = (command: TwinCommand) => {
    const done = next()
    child.send(command)
    return done
  }
  const stop = async () => {
    const ended = once(child, 'exit')
    if (child.connected) await execute({ end: true }).finally(() => ended)
  }
  return { name: options.engine, execute, stop }
}

function nextMessage(child: ChildProcess): Promise<TwinResult> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a service ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (done: TwinResult) => {
      child.off('exit', ended)
      resolve(done)
    })
  })
}

/** Maximum number of requests by which the first service may be ahead. */
const MOST_AHEAD = 100

export async function startTwins(
  [one, other]: readonly [string, string],
  shared: Omit<TwinOptions, 'engine'>,
): Promise<Twins> {
  const start = (engine: string) => startTwin({ engine, ...shared })
  const twins = await Promise.all([start(one), start(other)])
  const [first, second] = twins
  const comparisons: Promise<void>[] = []

  /** Runs on both services; the results must be equal after `shown`. */
  async function both(command: TwinCommand, shown: (result: Json) => unknown, about: string): Promise<Json> {
    if (comparisons.length >= MOST_AHEAD) await comparisons.shift()
    const result = await first.execute(command)
    const last = comparisons.at(-1)
    const comparison = (async () => {
      await last
      compare(twins, [shown(result), shown(await second.execute(command))], about)
    })()
    // Awaited later, and fails there.
    comparison.catch(() => {})
    comparisons.push(comparison)
    return result
  }
  const waitUntilIdle = async () => {
    await comparisons.at(-1)
    comparisons.length = 0
  }

  return {
    send: async (request, about) => {
      const label = `${about}: ${summarize(request)}`
      const response: TestResponse = await both({ request }, selectComparedParts, label)
      if (response.status >= 500) assert.fail(`${label}: ${response.text}`)
      return response
    },
    setNow: (now, about) => both({ now }, (published) => published, `${about}: published at ${now}`),
    compareTables: async (about) => {
      for (const table of TABLE_NAMES) await both({ table }, (rows) => rows, `${about}: ${table}`)
    },
    waitUntilIdle,
    stop: async () => {
      await Promise.allSettled(comparisons)
      await Promise.all([first.stop(), second.stop()])
    },
  }
}

/** The parts of a response that must be equal: all but its time and its connection. */
function selectComparedParts({ status, headers, text }: TestResponse): unknown {
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, 'server-timing': _timing, ...rest } = headers
  return [status, text, rest]
}

/** Fails where the two differ in any byte. */
function compare([one, other]: readonly [Twin, Twin], parts: readonly [unknown, unknown], about: string): void {
  const [ones = '', others = ''] = parts.map((part) => JSON.stringify(part))
  if (ones === others) return
  assert.fail(
    `${about}\n${one.name}: ${excerptAtDifference(ones, others)}\n${other.name}: ${excerptAtDifference(others, ones)}`,
  )
}

/** Position at which two texts differ. */
function excerptAtDifference(text: string, other: string): string {
  let index = 0
  while (index < text.length && text[index] === other[index]) index += 1
  return `${index > 200 ? '...' : ''}${text.slice(Math.max(0, index - 200), index + 300)}`
}

/** The request body, without files. */
function summarize({ method, path, ...options }: TwinRequest): string {
  const sent = { ...options, ...(Buffer.isBuffer(options.body) && { body: '...' }) }
  return `${method} ${path} ${JSON.stringify(sent).slice(0, 2000)}`
}
