import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3mini } from 's3mini'
import { isMediaKey } from '../../domain/model/media.ts'
import { createOverloadProblem } from '../overload.ts'
import { assertMediaKey } from './media-key.ts'
import type { ListedMedia, MediaStore, StoredMedia } from './media-store.ts'
import type { S3Location } from './media-url.ts'
import { createTimedFetch } from './timed-fetch.ts'

const MAX_KEYS_PER_PAGE = 1000
const RETRY_AFTER_MS = 200

type RunRequest = <T>(action: string, work: (client: S3mini) => Promise<T>) => Promise<T>

/** Maximum time without progress per attempt. Two attempts and the rest of a request must end within 15 seconds. */
const STALL_MILLISECONDS = 4000

/**
 * Stores images as objects of an existing bucket. An attempt fails after `timeoutMs` without progress; temporary failures
 * are retried once.
 */
export function createS3Store(location: S3Location, timeoutMs = STALL_MILLISECONDS): MediaStore {
  const run = createRequestRunner(location, timeoutMs)
  const getObjectName = (key: string): string => {
    assertMediaKey(key)
    return location.prefix + key
  }
  return {
    write: async (key, content, contentType) => {
      const name = getObjectName(key)
      const bytes = Buffer.isBuffer(content) ? content : await readFile(content.path)
      await run(`write ${name}`, (client) => client.putObject(name, bytes, contentType))
    },
    read: async (key) => {
      const name = getObjectName(key)
      return run(`read ${name}`, (client) => readObject(client, name))
    },
    // One request per object, because not all S3-compatible services support DeleteObjects.
    remove: async (keys) => {
      for (const name of keys.map(getObjectName)) await run(`remove ${name}`, (client) => removeObject(client, name))
    },
    list: () => listKeys(run, location.prefix),
    // Writes are atomic, so there are no unfinished objects.
    removeAbandoned: async () => 0,
    close: async () => undefined,
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
      throw createOverloadProblem(new Error(`${location.endpoint}: cannot ${action}: ${describeError(error)}`))
    }
  }
}

async function connect(location: S3Location, timeoutMs: number): Promise<S3mini> {
  const { S3mini } = await import('s3mini')
  const { endpoint, region, accessKeyId, secretAccessKey } = location
  return new S3mini({ endpoint, region, accessKeyId, secretAccessKey, fetch: createTimedFetch(timeoutMs) })
}

async function readObject(client: S3mini, name: string): Promise<StoredMedia | undefined> {
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

async function* listKeys(run: RunRequest, prefix: string): AsyncGenerator<ListedMedia> {
  let next: string | undefined
  do {
    const page = await run('list', (client) => readPage(client, prefix, next))
    for (const { name, modified } of page.objects) {
      const key = name.slice(prefix.length)
      if (isMediaKey(key)) yield { key, modified }
    }
    next = page.next
  } while (next !== undefined)
}

interface ObjectPage {
  readonly objects: readonly { readonly name: string; readonly modified: number }[]
  readonly next: string | undefined
}

async function readPage(client: S3mini, prefix: string, token: string | undefined): Promise<ObjectPage> {
  const page = await client.listObjectsPaged('/', prefix, MAX_KEYS_PER_PAGE, token)
  if (!page?.objects) throw new Error('the bucket does not exist')
  const objects = page.objects.map(({ Key, LastModified }) => ({
    name: Key,
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
