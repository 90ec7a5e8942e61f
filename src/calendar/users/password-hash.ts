/**
 * Hashes of account passwords (Argon2). A hash occupies one of libuv's threads and a core for tens of milliseconds; the
 * same threads compress responses and read files. Concurrency is therefore limited, and excess sign-ins are rejected.
 */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createQueue } from '../../base/concurrency/queue.ts'
import { problem } from '../../kernel/problem.ts'
import type { PasswordHasher } from '../services.ts'

/** Size of libuv's thread pool. */
const THREAD_POOL_SIZE = Number(process.env['UV_THREADPOOL_SIZE']) || 4
/** Leaves one thread for images and one for responses. */
const MAX_CONCURRENT_HASHES = Math.max(1, Math.min(THREAD_POOL_SIZE - 2, availableParallelism() - 1))
/** One core works off this queue within a few seconds. */
export const MAX_WAITING_HASHES = 50
const BUSY_RETRY_SECONDS = 3

/** The error of a sign-in when too many others are waiting. */
export const createSignInsBusyProblem = () => problem('sign_ins_busy', { retryAfter: BUSY_RETRY_SECONDS })

/** Creates the one hasher of a process, whose limits protect its thread pool. */
export function createPasswordHasher(): PasswordHasher {
  const queue = createQueue({
    concurrency: MAX_CONCURRENT_HASHES,
    waiting: { limit: MAX_WAITING_HASHES, createError: createSignInsBusyProblem },
  })
  /** Verified for unknown logins, so that they take as long as known ones. */
  let placeholderHash: Promise<string> | undefined
  return {
    hash: (password) => queue.run(() => hash(password)),
    verify: (passwordHash, password, options) =>
      queue.run(async () => {
        placeholderHash ??= hash('')
        const isRight = await verify(passwordHash || (await placeholderHash), password)
        return isRight && Boolean(passwordHash)
      }, options),
  }
}
