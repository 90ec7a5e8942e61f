import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3mini } from 's3mini'
import { isMediaKey } from '../calendar/media.ts'
import { assertMediaKey } from './media-key.ts'
import type { MediaStore, StoredMedia } from './media-store.ts'
import type { S3Place } from './media-url.ts'
import { timedFetch } from './timed-fetch.ts'

const MOST_KEYS_A_PAGE = 1000
const RETRY_AFTER_MS = 200

type Ask = <T>(doing: string, work: (client: S3mini) => Promise<T>) => Promise<T>

/** Pictures as objects of a bucket, which must exist. Each try has `timeoutMs`; what may be a mishap is tried twice. */
export function s3Store(place: S3Place, timeoutMs = 30_000): MediaStore {
  const ask = asking(place, timeoutMs)
  const nameOf = (key: string): string => {
    assertMediaKey(key)
    return place.prefix + key
  }
  return {
    write: async (key, bytes, contentType) => {
      const name = nameOf(key)
      await ask(`write ${name}`, (client) => client.putObject(name, bytes, contentType))
    },
    read: async (key) => {
      const name = nameOf(key)
      return ask(`read ${name}`, (client) => readObject(client, name))
    },
    // One by one: not every service of this kind knows the request that removes many.
    remove: async (keys) => {
      for (const name of keys.map(nameOf)) await ask(`remove ${name}`, (client) => removeObject(client, name))
    },
    list: () => listKeys(ask, place.prefix),
    close: async () => undefined,
  }
}

function asking(place: S3Place, timeoutMs: number): Ask {
  let client: Promise<S3mini> | undefined
  return async (doing, work) => {
    client ??= connect(place, timeoutMs)
    const connected = await client
    try {
      return await work(connected).catch(async (error: unknown) => {
        if (!mayPass(error)) throw error
        await sleep(RETRY_AFTER_MS)
        return work(connected)
      })
    } catch (error) {
      // Not the error itself: what a service answers to a wrong signature repeats parts of the request.
      throw new Error(`${place.endpoint}: cannot ${doing}: ${reasonOf(error)}`)
    }
  }
}

async function connect(place: S3Place, timeoutMs: number): Promise<S3mini> {
  const { S3mini } = await import('s3mini')
  const { endpoint, region, accessKeyId, secretAccessKey } = place
  return new S3mini({ endpoint, region, accessKeyId, secretAccessKey, fetch: timedFetch(timeoutMs) })
}

async function readObject(client: S3mini, name: string): Promise<StoredMedia | undefined> {
  const response = await client.getObjectRaw(name).catch(absentAsUndefined)
  if (!response?.body) return undefined
  return { size: Number(response.headers.get('content-length')), stream: Readable.fromWeb(response.body) }
}

async function removeObject(client: S3mini, name: string): Promise<void> {
  await client.deleteObject(name).catch(absentAsUndefined)
}

async function* listKeys(ask: Ask, prefix: string): AsyncGenerator<string> {
  let next: string | undefined
  do {
    const page = await ask('list', (client) => readPage(client, prefix, next))
    yield* page.names.map((name) => name.slice(prefix.length)).filter(isMediaKey)
    next = page.next
  } while (next !== undefined)
}

interface Page {
  readonly names: readonly string[]
  readonly next: string | undefined
}

async function readPage(client: S3mini, prefix: string, token: string | undefined): Promise<Page> {
  const page = await client.listObjectsPaged('/', prefix, MOST_KEYS_A_PAGE, token)
  if (!page?.objects) throw new Error('there is no such bucket')
  return { names: page.objects.map(({ Key }) => Key), next: page.nextContinuationToken }
}

const propertyOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined

/** A bucket that is not there is a mistake to be told, an object that is not there an answer. */
function absentAsUndefined(error: unknown): undefined {
  if (propertyOf(error, 'status') === 404 && propertyOf(error, 'serviceCode') !== 'NoSuchBucket') return undefined
  throw error
}

/** Refusals stay refusals; networks, timeouts and overloaded services may be well again. */
function mayPass(error: unknown): boolean {
  const status = propertyOf(error, 'status')
  return typeof status !== 'number' || status >= 500 || status === 429
}

function reasonOf(error: unknown): string {
  const code = propertyOf(error, 'code') ?? propertyOf(propertyOf(error, 'cause'), 'code')
  const message = error instanceof Error ? error.message : String(error)
  return typeof code === 'string' && !message.includes(code) ? `${message} (${code})` : message
}
