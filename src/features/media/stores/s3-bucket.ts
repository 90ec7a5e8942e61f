/** Objects of one S3 bucket. */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3mini } from 's3mini'
import type { S3Location } from '../../../calendar/images/media-url.ts'
import { createTimedFetch } from './timed-fetch.ts'

const MAX_KEYS_PER_PAGE = 1000
const RETRY_AFTER_MS = 200
/** Objects above this size are uploaded in parts of it, of which S3 allows 10,000. */
const PART_BYTES = 8 * 2 ** 20

export interface BucketObject {
  /** Bytes. */
  readonly size: number
  readonly stream: Readable
}

export interface ListedObject {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Time of the last write, in milliseconds since 1970. */
  readonly modified: number
}

/** Names include the prefix of the location. Errors have the endpoint and the action in their message, but no secrets. */
export interface Bucket {
  readonly write: (name: string, bytes: Buffer, contentType: string) => Promise<void>
  /** Needs memory for one part only. The object exists when the promise resolves, and not before. */
  readonly writeStream: (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>
  /** Undefined if the object does not exist. */
  readonly read: (name: string) => Promise<BucketObject | undefined>
  readonly remove: (name: string) => Promise<void>
  /** All objects whose name begins with `prefix`, in no defined order. */
  readonly list: (prefix: string) => AsyncIterable<ListedObject>
}

type RunRequest = <T>(action: string, work: (client: S3mini) => Promise<T>) => Promise<T>

/** An attempt fails after `timeoutMs` without progress; temporary failures are retried once. */
export function openBucket(location: S3Location, timeoutMs: number): Bucket {
  const run = createRequestRunner(location, timeoutMs)
  const write = async (name: string, bytes: Buffer, contentType: string) => {
    await run(`write ${name}`, (client) => client.putObject(name, bytes, contentType))
  }
  return {
    write,
    writeStream: async (name, content) => {
      const parts = splitIntoParts(content)
      const first = await parts.next()
      const second = first.done ? first : await parts.next()
      if (second.done) return write(name, first.value ?? Buffer.alloc(0), BINARY)
      await writeParts(run, name, chain([first.value ?? Buffer.alloc(0), second.value], parts))
    },
    read: (name) => run(`read ${name}`, (client) => readObject(client, name)),
    // One request per object, because not all S3-compatible services support DeleteObjects.
    remove: (name) => run(`remove ${name}`, (client) => removeObject(client, name)),
    list: (prefix) => listObjects(run, prefix),
  }
}

const BINARY = 'application/octet-stream'

async function* chain(first: readonly Buffer[], others: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  yield* others
}

async function* splitIntoParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(chunks)
  return undefined
}

async function writeParts(run: RunRequest, name: string, parts: AsyncIterable<Buffer>): Promise<void> {
  const id = await run(`write ${name}`, (client) => client.getMultipartUploadId(name, BINARY))
  try {
    const uploaded: Awaited<ReturnType<S3mini['uploadPart']>>[] = []
    for await (const part of parts) {
      const number = uploaded.length + 1
      uploaded.push(await run(`write ${name}`, (client) => client.uploadPart(name, id, part, number)))
    }
    await run(`write ${name}`, (client) => client.completeMultipartUpload(name, id, uploaded))
  } catch (error) {
    // Parts of an upload that was not aborted take space until the bucket expires them.
    await run(`abort ${name}`, (client) => client.abortMultipartUpload(name, id)).catch(() => undefined)
    throw error
  }
}

function createRequestRunner(location: S3Location, timeoutMs: number): RunRequest {
  let client: Promise<S3mini> | undefined
  return async (action, work) => {
    client ??= connect(location, timeoutMs)
    const connected = await client
    const started = performance.now()
    try {
      return await work(connected).catch(async (error: unknown) => {
        // After a stalled transfer there is no time left for a second attempt.
        if (!isRetryable(error) || performance.now() - started > timeoutMs + RETRY_AFTER_MS) throw error
        await sleep(RETRY_AFTER_MS)
        return work(connected)
      })
    } catch (error) {
      // The original error is not the cause, because responses to invalid signatures repeat parts of the request.
      throw new Error(`${location.endpoint}: cannot ${action}: ${describeError(error)}`)
    }
  }
}

async function connect(location: S3Location, timeoutMs: number): Promise<S3mini> {
  const { S3mini } = await import('s3mini')
  const { endpoint, region, accessKeyId, secretAccessKey } = location
  return new S3mini({ endpoint, region, accessKeyId, secretAccessKey, fetch: createTimedFetch(timeoutMs) })
}

async function readObject(client: S3mini, name: string): Promise<BucketObject | undefined> {
  const response = await client.getObjectRaw(name).catch(returnUndefinedIfAbsent)
  if (!response) return undefined
  const size = Number(response.headers.get('content-length') ?? Number.NaN)
  if (Number.isNaN(size)) throw new Error('the response has no content-length')
  const stream = response.body ? Readable.fromWeb(response.body) : Readable.from([])
  // Waits for the first bytes, because a response that has started cannot become a 503.
  await once(stream, 'readable')
  return { size, stream }
}

async function removeObject(client: S3mini, name: string): Promise<void> {
  await client.deleteObject(name).catch(returnUndefinedIfAbsent)
}

async function* listObjects(run: RunRequest, prefix: string): AsyncGenerator<ListedObject> {
  let next: string | undefined
  do {
    const page = await run('list', (client) => readPage(client, prefix, next))
    yield* page.objects
    next = page.next
  } while (next !== undefined)
}

interface ObjectPage {
  readonly objects: readonly ListedObject[]
  readonly next: string | undefined
}

async function readPage(client: S3mini, prefix: string, token: string | undefined): Promise<ObjectPage> {
  const page = await client.listObjectsPaged('/', prefix, MAX_KEYS_PER_PAGE, token)
  if (!page?.objects) throw new Error('the bucket does not exist')
  const objects = page.objects.map(({ Key, Size, LastModified }) => ({
    name: Key,
    size: Number(Size),
    modified: Date.parse(String(LastModified)),
  }))
  return { objects, next: page.nextContinuationToken }
}

const getProperty = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined

/** A missing object is a result, a missing bucket an error. */
function returnUndefinedIfAbsent(error: unknown): undefined {
  if (getProperty(error, 'status') === 404 && getProperty(error, 'serviceCode') !== 'NoSuchBucket') return undefined
  throw error
}

/** Network errors, timeouts and overloaded services may recover; other statuses are permanent. */
function isRetryable(error: unknown): boolean {
  const status = getProperty(error, 'status')
  return typeof status !== 'number' || status >= 500 || status === 429
}

function describeError(error: unknown): string {
  const code = getProperty(error, 'code') ?? getProperty(getProperty(error, 'cause'), 'code')
  const message = error instanceof Error ? error.message : String(error)
  return typeof code === 'string' && !message.includes(code) ? `${message} (${code})` : message
}
