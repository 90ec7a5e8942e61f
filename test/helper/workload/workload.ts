/** Writers, readers and followers that use a cluster at the same time. */
import { createFollower, type Follower } from './follower.ts'
import { createFailureLog, type FailureLog } from './outcome.ts'
import { createNodeReader, type NodeReader } from './reader.ts'
import { createWriter, type Writer } from './writer.ts'

export interface WorkloadOptions {
  /** Part of the titles of all records; no other workload has it. */
  readonly name: string
  readonly nodeUrls: readonly string[]
  readonly balancerUrl: string
  readonly authorization: string
}

export interface Workload {
  readonly writers: readonly Writer[]
  readonly readers: readonly NodeReader[]
  readonly followers: readonly Follower[]
  readonly failures: { readonly writes: FailureLog; readonly reads: FailureLog; readonly changes: FailureLog }
  /** Times of all acknowledgments so far, in order. */
  readonly acknowledgedAt: () => readonly number[]
  /** Ends the requests in progress and resolves when nothing is sent any more. */
  readonly stop: () => Promise<void>
}

/** Half of the writers use the nodes directly, the others the balancer. */
const WRITERS = 4

export function startWorkload({ name, nodeUrls, balancerUrl, authorization }: WorkloadOptions): Workload {
  const failures = { writes: createFailureLog(), reads: createFailureLog(), changes: createFailureLog() }
  const writers = Array.from({ length: WRITERS }, (_, number) =>
    createWriter({
      name: `${name} writer ${number}`,
      origins: number % 2 === 0 ? rotate(nodeUrls, number) : [balancerUrl],
      authorization,
      failures: failures.writes,
    }),
  )
  const readers = nodeUrls.map((origin) => createNodeReader({ origin, search: name, failures: failures.reads }))
  const followers = nodeUrls.map((origin) => createFollower(origin, failures.changes))
  const stopping = new AbortController()
  const running = [...writers, ...readers, ...followers].map(({ run }) => run(stopping.signal))
  return {
    ...{ writers, readers, followers, failures },
    acknowledgedAt: () => writers.flatMap((writer) => writer.acknowledgedAt).sort((a, b) => a - b),
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

const rotate = <T>(items: readonly T[], by: number): readonly T[] => [...items.slice(by), ...items.slice(0, by)]
