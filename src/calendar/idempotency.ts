/** `Idempotency-Key`: a repeated write gets the response to the first one. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { addSeconds } from '../base/time/parse-date.ts'
import { problem } from '../kernel/problem.ts'
import { isUploadedFile } from '../kernel/uploaded-file.ts'
import type { Viewer } from '../kernel/user.ts'
import type { Reader } from '../storage/types.ts'
import {
  deleteIdempotencyKeys,
  findIdempotentResponse,
  hasExcessIdempotencyKeys,
  insertIdempotencyKey,
  type StoredResponse,
} from './idempotency-keys.ts'
import type { Services } from './services.ts'

const LIFETIME_SECONDS = 24 * 60 * 60
/** Limits the size of the table. */
const MAX_KEYS = 100_000

/** Stored instead of a response that contains a credential. Other stored responses are those of successful writes. */
export const WITHHELD_RESPONSE: StoredResponse = { status: 409, headers: {}, body: '' }

export const isWithheld = ({ status, body }: StoredResponse): boolean =>
  status === WITHHELD_RESPONSE.status && body === WITHHELD_RESPONSE.body

/** A write that may be repeated. */
export interface IdempotentRequest {
  /** Digest of the key with user, method and path, so that keys of different users are independent. */
  readonly key: string
  /** Digest of the input. */
  readonly fingerprint: string
}

interface KeyedRequest {
  readonly key: string
  readonly viewer: Viewer
  readonly method: string
  readonly path: string
  /** Query, body and files. */
  readonly input: unknown
}

/** A user whose role changes gets no response that was made for the former role. */
export async function describeIdempotentRequest(request: KeyedRequest): Promise<IdempotentRequest> {
  const { key, viewer, method, path, input } = request
  const hash = createHash('sha256').update(key)
  await hashValue(hash, input)
  const scope = JSON.stringify([viewer.id, viewer.role, method, path, key])
  return { key: createHash('sha256').update(scope).digest('hex'), fingerprint: hash.digest('hex') }
}

type Hash = ReturnType<typeof createHash>

/** The order of the keys does not matter, and of files only the content does: forms have a new boundary each time. */
async function hashValue(hash: Hash, value: unknown): Promise<void> {
  if (isUploadedFile(value)) {
    hash.update(`file ${JSON.stringify(value.name ?? null)} ${value.bytes} `)
    if (value.path !== undefined) for await (const chunk of createReadStream(value.path)) hash.update(chunk)
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    hash.update(`${Array.isArray(value) ? 'list' : 'object'} ${entries.length} `)
    for (const [name, part] of entries) {
      hash.update(`${JSON.stringify(name)}:`)
      await hashValue(hash, part)
    }
  } else hash.update(`${JSON.stringify(value) ?? 'undefined'} `)
}

/** The response to the first request. Throws `idempotency_key_reused` when its input was another. */
export async function findFirstResponse(
  db: Reader,
  { key, fingerprint }: IdempotentRequest,
  { now }: Services,
): Promise<StoredResponse | undefined> {
  const found = await findIdempotentResponse(db, key, now())
  if (found && found.fingerprint !== fingerprint) throw problem('idempotency_key_reused')
  return found
}

/** Stores the response in a transaction of `services`. */
export async function saveFirstResponse(
  { database, now }: Services,
  request: IdempotentRequest,
  response: StoredResponse,
): Promise<void> {
  const at = now()
  const row = { ...request, ...response, now: at, expires: addSeconds(at, LIFETIME_SECONDS) }
  await database.transaction((tx) => insertIdempotencyKey(tx, row))
}

/** Deletes expired keys, and the oldest of too many. */
export async function deleteOldIdempotencyKeys({ database, now }: Services): Promise<void> {
  if (!(await hasExcessIdempotencyKeys(database.read, now(), MAX_KEYS))) return
  await database.transaction((tx) => deleteIdempotencyKeys(tx, now(), MAX_KEYS))
}
