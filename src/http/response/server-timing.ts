/** Times of the stages of one request, for metrics and for `Server-Timing` (https://www.w3.org/TR/server-timing/). */
import type { MeasuredStage } from '../request-observer.ts'

/** Stages in the order in which a request passes through them. */
export type StageName =
  | 'parse'
  | 'route'
  | 'cacheLookup'
  | 'authenticate'
  | 'loadTarget'
  | 'readInput'
  | 'validate'
  | 'resolveReferences'
  | 'handle'
  | 'respond'

export interface ServerTiming {
  /** Starts a stage. Call the returned function when it ends; a stage that runs again adds to its duration. */
  readonly start: (stage: StageName) => () => void
  readonly measure: <T>(stage: StageName, work: () => Promise<T>) => Promise<T>
  readonly measureSync: <T>(stage: StageName, work: () => T) => T
  /** Marks a stage with a `desc` parameter. */
  readonly describe: (stage: StageName, description: string) => void
  /** Shows the header to the client. */
  readonly publish: () => void
  /** Value of the header, in milliseconds; undefined unless `publish` was called. */
  readonly format: () => string | undefined
  /** The stages that have ended. */
  readonly stages: () => readonly MeasuredStage[]
}

export function createServerTiming(now: () => number = () => performance.now()): ServerTiming {
  const stages = new Map<StageName, MeasuredStage>()
  const descriptions = new Map<StageName, string>()
  let isPublished = false
  const start = (stage: StageName) => {
    const startedAt = now()
    return () => {
      const earlier = stages.get(stage)
      const milliseconds = (earlier?.milliseconds ?? 0) + now() - startedAt
      stages.set(stage, { name: stage, startedAt: earlier?.startedAt ?? startedAt, milliseconds })
    }
  }
  return {
    start,
    measure: async (stage, work) => {
      const end = start(stage)
      try {
        return await work()
      } finally {
        end()
      }
    },
    measureSync: (stage, work) => {
      const end = start(stage)
      try {
        return work()
      } finally {
        end()
      }
    },
    describe: (stage, description) => {
      descriptions.set(stage, description)
    },
    publish: () => {
      isPublished = true
    },
    format: () => {
      if (!isPublished) return undefined
      const entries = [...stages].map(([stage, { milliseconds }]) => {
        const description = descriptions.get(stage)
        const suffix = description === undefined ? '' : `;desc="${description}"`
        return `${stage};dur=${milliseconds.toFixed(2)}${suffix}`
      })
      return entries.join(', ')
    },
    stages: () => [...stages.values()],
  }
}
