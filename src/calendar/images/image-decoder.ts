/** Decodes one image at a time in a child process, which can be killed even while native code runs. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { findProgram, forkProgram, setReferenced } from '../../base/concurrency/child-program.ts'
import { createQueue } from '../../base/concurrency/queue.ts'
import { type ImageType, isImageType } from './image.ts'
import type { ImageEdit } from './image-edit.ts'
import type { Dimensions } from './image-sizes.ts'
import { createOverloadProblem } from './media-problems.ts'

export interface ImageJob {
  /** Path of the file to decode. */
  readonly source: string
  /**
   * `OUTPUT_COUNT` paths to write to: the full size first, then the smaller sizes in the order of `planSizes`. For
   * variants, `MAX_VARIANTS` paths in the order of `planVariants`; an animation has none.
   */
  readonly outputs: readonly string[]
  /** Creates the variants and the placeholder instead of the sizes. */
  readonly isForVariants?: boolean
  /** Undefined for the whole image with a centered thumbnail. */
  readonly edit?: ImageEdit
}

/** The full size, the four smaller ones, and an intermediate result. */
export const OUTPUT_COUNT = 6

/** A stored image: upright, in sRGB, without metadata. Width and height are those of one frame, in pixels. */
export interface DecodedImage extends Dimensions {
  readonly type: ImageType
  /** Base64; only with the variants. */
  readonly thumbhash?: string
}

export type RejectedImage =
  | { readonly failure: 'not-an-image' }
  | { readonly failure: 'too-costly' }
  | { readonly failure: 'too-many-pixels'; readonly megapixels: number; readonly side: number }

export interface ImageDecoder {
  /** Throws the problem `overloaded` if the image waited too long or no process can be started. */
  readonly decode: (job: ImageJob) => Promise<DecodedImage | RejectedImage>
  /** Kills the child process and any decode in progress. */
  readonly close: () => Promise<void>
}

export interface DecoderOptions {
  /** Idle time after which the child process ends. Default: 30000. */
  readonly idleMilliseconds?: number
  /** Maximum time in the queue. Default: 30000. */
  readonly waitMilliseconds?: number
  /** Maximum duration of a decode. Default: 60000. */
  readonly decodeMilliseconds?: number
  /** Maximum CPU time of a decode. Default: 30000. */
  readonly cpuMilliseconds?: number
  /** Resident memory at which the child process aborts. */
  readonly memoryBytes?: number
}

/** Below the limit of 300 MiB, because memory still grows until the process has ended. */
export const DECODER_MEMORY_BYTES = 292 * 2 ** 20
export const DECODE_CPU_MILLISECONDS = 30_000
export const MAX_DECODE_MILLISECONDS = 60_000
export const MAX_DECODE_WAIT_MILLISECONDS = 30_000

/** Message of the child process after a decode. */
export interface DecoderReply {
  readonly result: DecodedImage | RejectedImage
  /** Resident memory after the decode, in bytes. */
  readonly rss: number
}

/** A process with more resident memory is replaced, because the next decode needs the memory. */
const MAX_IDLE_BYTES = 110 * 2 ** 20

/** A process that exceeded its limits has ended or is about to. */
const isExhausted = ({ result, rss }: DecoderReply): boolean =>
  rss > MAX_IDLE_BYTES || ('failure' in result && result.failure === 'too-costly')

/** The child process is started for the first image. */
export function createImageDecoder(options: DecoderOptions = {}): ImageDecoder {
  const { idleMilliseconds = 30_000, waitMilliseconds = MAX_DECODE_WAIT_MILLISECONDS } = options
  const { decodeMilliseconds = MAX_DECODE_MILLISECONDS } = options
  const { cpuMilliseconds = DECODE_CPU_MILLISECONDS, memoryBytes = DECODER_MEMORY_BYTES } = options
  const queue = createQueue({ concurrency: 1 })
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  const end = () => {
    child?.kill('SIGKILL')
    child = undefined
  }
  const decodeOnce = async (job: ImageJob): Promise<DecoderReply> => {
    child = child?.connected ? child : startDecoder([cpuMilliseconds, memoryBytes])
    try {
      return await requestDecode(child, job, decodeMilliseconds)
    } catch (error) {
      end()
      throw error
    }
  }
  const decodeNext = async (job: ImageJob) => {
    clearTimeout(idle)
    const isFresh = !child?.connected
    const first = await decodeOnce(job)
    // Retried in a new process, because memory of earlier images must not cause a rejection.
    const isOutOfMemory = !isFresh && first.rss >= memoryBytes
    if (isExhausted(first)) end()
    const last = isOutOfMemory ? await decodeOnce(job) : first
    if (isExhausted(last)) end()
    idle = setTimeout(end, idleMilliseconds).unref()
    return last.result
  }
  return {
    decode: (job) =>
      new Promise((resolve, reject) => {
        let isLate = false
        const timer = setTimeout(() => {
          isLate = true
          reject(createOverloadProblem(new Error('too many images are waiting to be decoded')))
        }, waitMilliseconds)
        queue
          .run(async () => {
            clearTimeout(timer)
            if (!isLate) resolve(await decodeNext(job))
          })
          .catch(reject)
      }),
    close: async () => {
      clearTimeout(idle)
      const running = child?.connected ? child : undefined
      running?.ref()
      end()
      if (running) await once(running, 'exit')
    },
  }
}

const PROGRAM = findProgram('decoder-process', import.meta.url)
/** Free memory is returned to the system at once. */
const MALLOC_SETTINGS = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '131072' }

const startDecoder = (limits: readonly number[]): ChildProcess =>
  forkProgram({
    path: PROGRAM,
    args: limits.map(String),
    env: { ...MALLOC_SETTINGS, UV_THREADPOOL_SIZE: '2' },
    nodeOptions: ['--max-old-space-size=64', '--max-semi-space-size=1'],
  })

/** Signals of a process whose native decoder crashed. */
const CRASH_SIGNALS: readonly unknown[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE']

/** During a decode, the child process is referenced, so that this process does not exit. */
function requestDecode(child: ChildProcess, job: ImageJob, milliseconds: number): Promise<DecoderReply> {
  return new Promise<DecoderReply>((resolve, reject) => {
    const finish = (work: () => void) => {
      clearTimeout(timer)
      for (const [event, listener] of Object.entries(listeners)) child.off(event, listener)
      setReferenced(child, false)
      work()
    }
    const fail = (reason: string) => finish(() => reject(createOverloadProblem(new Error(reason))))
    const timer = setTimeout(() => fail('decoding an image took too long'), milliseconds)
    const listeners = {
      message: (message: unknown) => {
        const reply = parseReply(message)
        if (reply) finish(() => resolve(reply))
        else fail(`the image decoder failed: ${describeMessage(message)}`)
      },
      error: (error: Error) => fail(`the image decoder cannot be started: ${error.message}`),
      exit: (code: number | null, signal: string | null) => {
        if (CRASH_SIGNALS.includes(signal))
          return finish(() => resolve({ result: { failure: 'not-an-image' }, rss: 0 }))
        fail(`the image decoder ended with ${signal ?? code}`)
      },
    }
    for (const [event, listener] of Object.entries(listeners)) child.on(event, listener)
    setReferenced(child, true)
    child.send(job, (error) => error && fail(`the image decoder takes no images: ${error.message}`))
  })
}

const describeMessage = (message: unknown): string => (typeof message === 'string' ? message : JSON.stringify(message))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Undefined for invalid messages. The child process is untrusted, because it reads untrusted files. */
function parseReply(message: unknown): DecoderReply | undefined {
  if (!isRecord(message) || typeof message['rss'] !== 'number') return undefined
  const result = parseDecoderResult(message['result'])
  return result && { result, rss: message['rss'] }
}

export function parseDecoderResult(result: unknown): DecodedImage | RejectedImage | undefined {
  if (!isRecord(result)) return undefined
  const { failure, type, width, height, megapixels, side, thumbhash } = result
  if (failure === 'not-an-image' || failure === 'too-costly') return { failure }
  if (failure === 'too-many-pixels')
    return isCount(megapixels) && isCount(side) ? { failure, megapixels, side } : undefined
  if (!isImageType(type) || !isCount(width) || !isCount(height)) return undefined
  return { type, width, height, ...(isThumbHash(thumbhash) && { thumbhash }) }
}

const isThumbHash = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9+/]{6,40}={0,2}$/.test(value)

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0
