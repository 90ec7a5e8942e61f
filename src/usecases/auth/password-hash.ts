/**
 * Hashes of account passwords (Argon2). A hash keeps one of libuv's threads and a core busy for tens of milliseconds;
 * the same threads compress responses and read files. So only some of them ever hash, and a flood of sign-ins is refused.
 */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createQueue, type TaskOptions } from '../../concurrency/queue.ts'
import { problem } from '../../domain/problem.ts'

/** Threads of libuv. */
const THREAD_POOL_SIZE = Number(process.env['UV_THREADPOOL_SIZE']) || 4
/** One thread stays free for images, and one for responses. */
const MAX_CONCURRENT_HASHES = Math.max(1, Math.min(THREAD_POOL_SIZE - 2, availableParallelism() - 1))
/** One core serves them within a few seconds. */
const MAX_WAITING = 50
const BUSY_RETRY_SECONDS = 3

/** The failure of a sign-in while too many others wait. */
export const createSignInsBusyProblem = () => problem('sign_ins_busy', { retryAfter: BUSY_RETRY_SECONDS })

const hashQueue = createQueue({
  concurrency: MAX_CONCURRENT_HASHES,
  waiting: { limit: MAX_WAITING, createError: createSignInsBusyProblem },
})

export const hashPassword = (password: string): Promise<string> => hashQueue.run(() => hash(password))

/** Stands in where there is no account, so that an unknown login takes as long as a known one. */
let unknownHash: Promise<string> | undefined

/** Whether `password` is the one of `passwordHash`, if there is one. Throws `sign_ins_busy` when too many wait. */
export function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  options: TaskOptions,
): Promise<boolean> {
  return hashQueue.run(async () => {
    unknownHash ??= hash('')
    const isRight = await verify(passwordHash || (await unknownHash), password)
    return isRight && Boolean(passwordHash)
  }, options)
}
