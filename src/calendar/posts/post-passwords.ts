/**
 * Passwords of protected records, and the limit on guessing them. A password that opens nothing counts as a failure:
 * for the requested record, of the client and that record, so that visitors behind one proxy do not lock each other out
 * of other records; for lists and linked records, of the client alone. A password that has opened a record is accepted
 * from the same client even after others there have reached the limit.
 */
import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { createKeyedQueue } from '../../base/concurrency/queue.ts'
import { getClientNetwork } from '../../base/net/client-network.ts'
import { problem } from '../../kernel/problem.ts'
import type { ProcessServices } from '../services.ts'
import {
  type AttemptLimiter,
  type AttemptOutcome,
  createAttemptLimiter,
  createLimitKey,
  WINDOW_POLICY,
} from '../users/attempt-limiter.ts'
import { verifyPostPassword } from './post-password.ts'

export interface PasswordProtectedRecord {
  readonly id: number
  readonly password: string
}

/** A password sent with a request. */
export interface PasswordAttempt {
  readonly password: string
  /**
   * Returns the ids of the records that the password opens. `requestedId` is the record that the URL names. Throws
   * `too_many_password_attempts` when the limit is reached and nothing is opened.
   */
  readonly open: (posts: readonly PasswordProtectedRecord[], requestedId?: number) => Promise<ReadonlySet<number>>
  /**
   * For streamed responses: throws now when the limit for lists is reached. Records that exceed it later stay closed.
   */
  readonly begin: () => Promise<void>
}

export interface RecordPasswords {
  /** `address` is the IP address of the client. */
  readonly createAttempt: (password: string, address: string) => PasswordAttempt
}

/** Number of accepted pairs of client and password that this process remembers. */
const MAX_ACCEPTED = 10_000
/** Attempts of one client that may be queued. A client may be the proxy of many visitors. */
const MAX_WAITING = 1000
const BUSY_RETRY_SECONDS = 1

const createTooManyAttemptsProblem = (retryAfter: number) => problem('too_many_password_attempts', { retryAfter })

/** `maxFailures` in 15 minutes per client, and per client and record; 0 disables the limit. */
export function createRecordPasswords(services: ProcessServices, maxFailures: number): RecordPasswords {
  const context: AttemptContext = {
    limiter: createAttemptLimiter(services, WINDOW_POLICY),
    accepted: new LRUCache({ max: MAX_ACCEPTED }),
    // Concurrent attempts are serialized, so that one in progress does not make others with the right password wait.
    queue: createKeyedQueue({
      concurrency: 1,
      waiting: { limit: MAX_WAITING, createError: () => createTooManyAttemptsProblem(BUSY_RETRY_SECONDS) },
    }),
    maxFailures,
  }
  return {
    createAttempt: (password, ip) =>
      maxFailures === 0
        ? createUnlimitedAttempt(password)
        : createLimitedAttempt(context, password, getClientNetwork(ip)),
  }
}

/** Each stored password has its own salt and is verified by itself; other requests are served between batches. */
const CHECK_BATCH_SIZE = 500

async function findOpened(
  posts: readonly PasswordProtectedRecord[],
  password: string,
): Promise<PasswordProtectedRecord[]> {
  const opened: PasswordProtectedRecord[] = []
  for (const [position, post] of posts.entries()) {
    if (position % CHECK_BATCH_SIZE === CHECK_BATCH_SIZE - 1) await setImmediate()
    if (verifyPostPassword(password, post.password)) opened.push(post)
  }
  return opened
}

const collectIds = (posts: readonly PasswordProtectedRecord[]): ReadonlySet<number> =>
  new Set(posts.map(({ id }) => id))

function createUnlimitedAttempt(password: string): PasswordAttempt {
  return { password, open: async (posts) => collectIds(await findOpened(posts, password)), begin: async () => {} }
}

interface AttemptContext {
  readonly limiter: AttemptLimiter
  /** Pairs of client and password that opened a record. */
  readonly accepted: LRUCache<string, true>
  /** Serializes attempts by client. */
  readonly queue: ReturnType<typeof createKeyedQueue>
  readonly maxFailures: number
}

/** A request counts as at most one failure, however many records it reads. */
function createLimitedAttempt(context: AttemptContext, password: string, client: string): PasswordAttempt {
  const { limiter, accepted, queue, maxFailures } = context
  const acceptedKey = createLimitKey(`password client ${client} ${password}`)
  const listKey = createLimitKey(`password client ${client}`)
  let counted: AttemptOutcome['counted'] = []
  let isStreamed = false

  const isAdmitted = () => counted.length > 0 || accepted.has(acceptedKey)

  /** Counts the attempt, and returns the seconds that it has to wait. */
  async function countAttempt(key: string): Promise<number> {
    if (isAdmitted()) return 0
    const outcome = await limiter.countAttempt([{ key, maxFailures }])
    counted = outcome.counted
    return outcome.wait
  }

  async function accept(): Promise<void> {
    accepted.set(acceptedKey, true)
    const refund = counted
    counted = []
    await limiter.refundAttempt(refund)
  }

  async function openCounting(
    posts: readonly PasswordProtectedRecord[],
    key: string,
  ): Promise<readonly PasswordProtectedRecord[]> {
    const wait = await countAttempt(key)
    if (wait > 0 && isStreamed) return []
    if (wait > 0) throw createTooManyAttemptsProblem(wait)
    const opened = await findOpened(posts, password)
    if (opened.length > 0) await accept()
    return opened
  }

  return {
    password,
    open: async (posts, requestedId) => {
      if (posts.length === 0) return new Set()
      const isRequested = posts.some(({ id }) => id === requestedId)
      const key = isRequested ? createLimitKey(`password record ${requestedId} client ${client}`) : listKey
      const opened = isAdmitted() ? openCounting(posts, key) : queue(client, () => openCounting(posts, key))
      return collectIds(await opened)
    },
    begin: async () => {
      const wait = isAdmitted() ? 0 : await limiter.findWait([{ key: listKey, maxFailures }])
      if (wait > 0) throw createTooManyAttemptsProblem(wait)
      isStreamed = true
    },
  }
}
