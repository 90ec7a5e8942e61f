/** Durations of the stages of one request, sent as `Server-Timing` (https://www.w3.org/TR/server-timing/). */

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
  /** Value of the header; durations in milliseconds. */
  readonly format: () => string
}

export function createServerTiming(now: () => number = () => performance.now()): ServerTiming {
  const durations = new Map<StageName, number>()
  const descriptions = new Map<StageName, string>()
  const start = (stage: StageName) => {
    const startedAt = now()
    return () => {
      durations.set(stage, (durations.get(stage) ?? 0) + now() - startedAt)
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
    format: () => {
      const entries = [...durations].map(([stage, milliseconds]) => {
        const description = descriptions.get(stage)
        const suffix = description === undefined ? '' : `;desc="${description}"`
        return `${stage};dur=${milliseconds.toFixed(2)}${suffix}`
      })
      return entries.join(', ')
    },
  }
}
