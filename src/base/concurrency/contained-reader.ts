/**
 * Runs readers of untrusted content in child processes, with limits of CPU time and memory. This process measures them,
 * because a timer of the child would never fire during synchronous work.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { deserialize } from 'node:v8'
import { forkProgram, setReferenced } from './child-program.ts'
import { type ProcessUsage, readProcessUsage } from './process-usage.ts'

export interface ReadJob {
  /** Name in the table of `serveReads`. */
  readonly reader: string
  /** Passed to the reader as a copy. */
  readonly input: unknown
  /** Size of the content, on which the limit of CPU time depends. */
  readonly bytes: number
  readonly signal?: AbortSignal | undefined
}

export interface ContainedReader {
  /** Yields the values of the reader. Throws its errors, and a limit error (`isLimitError`) if it uses too much. */
  readonly read: (job: ReadJob) => AsyncGenerator<unknown>
  /** Kills the processes and any work in progress. */
  readonly close: () => Promise<void>
}

export interface ContainedReaderOptions {
  /** Path of a program that calls `serveReads`. */
  readonly program: string
  /** Idle time after which a process ends. Default: 30000. */
  readonly idleMilliseconds?: number
  /** CPU time that any content may take. Default: 5000; each MB of content adds 10 seconds, up to a minute. */
  readonly cpuMilliseconds?: number
}

export type ReadMessage =
  | { readonly kind: 'read'; readonly reader: string; readonly input: unknown }
  | { readonly kind: 'next' }

export type ReadReply =
  | { readonly kind: 'ready' | 'end' }
  /** Serialized values. The last one may continue in the next batch. */
  | { readonly kind: 'batch'; readonly values: readonly Uint8Array[]; readonly isContinued: boolean }
  | { readonly kind: 'failed'; readonly message: string; readonly isExpected: boolean }

const MEBIBYTE = 2 ** 20
const CPU_MILLISECONDS_PER_MEBIBYTE = 10_000
export const MAX_READ_MILLISECONDS = 60_000
/** Maximum growth of resident memory after the start of a process. */
export const READ_MEMORY_BYTES = 256 * MEBIBYTE
/** A process with more memory is replaced, because the next content needs the memory. */
const MAX_IDLE_BYTES = 64 * MEBIBYTE
const MEASURE_MILLISECONDS = 50
/** The heap is smaller than the limit, so that garbage is collected before it counts. */
const NODE_OPTIONS = ['--max-old-space-size=208', '--max-semi-space-size=8']

const getCpuLimit = (base: number, bytes: number): number =>
  Math.min(base + (bytes / MEBIBYTE) * CPU_MILLISECONDS_PER_MEBIBYTE, MAX_READ_MILLISECONDS)

const LIMIT_CODE = 'READ_LIMIT'

const createLimitError = (limit: string): Error =>
  Object.assign(new Error(`${LIMIT_MESSAGE} ${limit}. It may be damaged; otherwise, split it into smaller parts.`), {
    code: LIMIT_CODE,
  })

export const isLimitError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LIMIT_CODE

/** Whether this is the message of a limit error, for stored messages. */
export const isLimitMessage = (message: string): boolean => message.startsWith(LIMIT_MESSAGE)

const LIMIT_MESSAGE = 'Reading it takes more than'

const createMemoryError = (): Error => createLimitError(`${READ_MEMORY_BYTES / MEBIBYTE} MB of memory`)

const createTimeError = (milliseconds: number): Error =>
  createLimitError(`${Math.round(milliseconds / 1000)} seconds of computing time`)

/** A process that has read nothing, or is ready for the next content. */
interface ReadyChild {
  readonly child: ChildProcess
  /** Usage after its start. */
  readonly base: ProcessUsage | undefined
}

/** Processes are started on demand. One of them waits for further content for some time. */
export function createContainedReader({
  program,
  idleMilliseconds = 30_000,
  cpuMilliseconds = 5000,
}: ContainedReaderOptions): ContainedReader {
  const running = new Set<ChildProcess>()
  let idle: (ReadyChild & { readonly timer: NodeJS.Timeout }) | undefined

  const start = async (): Promise<ReadyChild> => {
    const child = forkProgram({ path: program, nodeOptions: NODE_OPTIONS, serialization: 'advanced' })
    running.add(child)
    child.once('exit', () => running.delete(child))
    await waitUntilReady(child)
    return { child, base: await readUsage(child) }
  }
  const takeIdle = (): ReadyChild | undefined => {
    const taken = idle
    idle = undefined
    clearTimeout(taken?.timer)
    return taken?.child.connected ? taken : undefined
  }
  const keepIdle = async ({ child, base }: ReadyChild): Promise<void> => {
    const usage = await readUsage(child)
    const isLarge = usage !== undefined && base !== undefined && usage.rss > base.rss + MAX_IDLE_BYTES
    if (isLarge || idle || !child.connected) return void child.kill('SIGKILL')
    setReferenced(child, false)
    idle = { child, base, timer: setTimeout(() => takeIdle()?.child.kill('SIGKILL'), idleMilliseconds).unref() }
  }
  return {
    read: async function* ({ reader, input, bytes, signal }) {
      signal?.throwIfAborted()
      const ready = takeIdle() ?? (await start())
      const watch = watchChild(ready, getCpuLimit(cpuMilliseconds, bytes), signal)
      try {
        yield* exchange(watch, { kind: 'read', reader, input })
      } finally {
        watch.end()
        if (watch.isIdle()) await keepIdle(ready)
        else ready.child.kill('SIGKILL')
      }
    },
    close: async () => {
      takeIdle()?.child.kill('SIGKILL')
      await Promise.all(
        [...running].map(async (child) => {
          setReferenced(child, true)
          const ended = once(child, 'exit')
          child.kill('SIGKILL')
          await ended
        }),
      )
    },
  }
}

/** Yields the values until the reader ends or fails. */
async function* exchange(watch: ChildWatch, request: ReadMessage): AsyncGenerator<unknown> {
  const join = createValueJoiner()
  let message = request
  for (;;) {
    const reply = await watch.request(message)
    if (reply.kind === 'failed') throw reply.isExpected ? new Error(reply.message) : new TypeError(reply.message)
    if (reply.kind !== 'batch') return
    yield* join(reply)
    message = { kind: 'next' }
  }
}

/** Returns a function from a batch to its complete values. */
function createValueJoiner(): (batch: Extract<ReadReply, { kind: 'batch' }>) => Generator<unknown> {
  let pieces: Uint8Array[] = []
  return function* ({ values, isContinued }) {
    for (const [index, value] of values.entries()) {
      pieces.push(value)
      if (isContinued && index === values.length - 1) return
      yield deserialize(Buffer.concat(pieces))
      pieces = []
    }
  }
}

const readUsage = async ({ pid }: ChildProcess): Promise<ProcessUsage | undefined> =>
  pid === undefined ? undefined : readProcessUsage(pid)

async function waitUntilReady(child: ChildProcess): Promise<void> {
  const ended = new AbortController()
  const { signal } = ended
  const fail = async (event: 'error' | 'exit') => {
    const [reason]: unknown[] = await once(child, event, { signal })
    throw new Error(`content cannot be read, because its process does not start: ${String(reason)}`)
  }
  await Promise.race([once(child, 'message', { signal }), fail('error'), fail('exit')]).finally(() => ended.abort())
}

interface ChildWatch {
  /** Sends a message and resolves with the reply. Rejects when the process ends, is aborted or exceeds a limit. */
  readonly request: (message: ReadMessage) => Promise<ReadReply>
  /** Whether the reader has ended, so that the process can read further content. */
  readonly isIdle: () => boolean
  readonly end: () => void
}

/** Signals of a process whose heap is full. */
const HEAP_SIGNALS: readonly unknown[] = ['SIGABRT', 'SIGTRAP', 'SIGILL']

/** Kills the process when it exceeds a limit. It is referenced until the end, so that this process does not exit. */
function watchChild({ child, base }: ReadyChild, cpuLimit: number, signal: AbortSignal | undefined): ChildWatch {
  let failure: unknown
  let isIdle = false
  let pending: { readonly resolve: (reply: ReadReply) => void; readonly reject: (error: unknown) => void } | undefined
  const fail = (error: unknown) => {
    failure ??= error
    child.kill('SIGKILL')
    pending?.reject(failure)
  }
  const measureCpu = createCpuMeter(() => pending !== undefined)
  const measure = async () => {
    const usage = await readUsage(child)
    if (usage && base && usage.rss > base.rss + READ_MEMORY_BYTES) fail(createMemoryError())
    if (measureCpu(usage) > cpuLimit) fail(createTimeError(cpuLimit))
  }
  const listeners = {
    message: (reply: ReadReply) => {
      isIdle = reply.kind !== 'batch' && failure === undefined
      pending?.resolve(reply)
    },
    error: (error: Error) => fail(new TypeError(`the process that reads content fails: ${error.message}`)),
    exit: (code: number | null, ended: string | null) =>
      fail(HEAP_SIGNALS.includes(ended) ? createMemoryError() : new TypeError(describeExit(ended ?? code))),
  }
  const abort = () => fail(signal?.reason)
  for (const [event, listener] of Object.entries(listeners)) child.on(event, listener)
  signal?.addEventListener('abort', abort)
  setReferenced(child, true)
  const timer = setInterval(() => void measure(), MEASURE_MILLISECONDS).unref()
  return {
    request: (message) =>
      new Promise<ReadReply>((resolve, reject) => {
        if (failure !== undefined) return reject(failure)
        pending = { resolve, reject }
        child.send(message, (error) => error && fail(error))
      }).finally(() => {
        pending = undefined
      }),
    isIdle: () => isIdle,
    end: () => {
      clearInterval(timer)
      signal?.removeEventListener('abort', abort)
      for (const [event, listener] of Object.entries(listeners)) child.off(event, listener)
    },
  }
}

const describeExit = (reason: unknown): string => `the process that reads content ended with ${String(reason)}`

/** CPU time since the first measurement. Where the system states none, the time in which the process works counts. */
function createCpuMeter(isWorking: () => boolean): (usage: ProcessUsage | undefined) => number {
  let first: number | undefined
  let worked = 0
  return (usage) => {
    if (isWorking()) worked += MEASURE_MILLISECONDS
    if (!usage) return process.platform === 'linux' ? 0 : worked
    first ??= usage.cpuMilliseconds
    return usage.cpuMilliseconds - first
  }
}
