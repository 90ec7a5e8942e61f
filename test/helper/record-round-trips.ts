import pg from 'pg'

export interface RoundTripRecorder {
  /** The statements of each round trip since the last call. */
  readonly take: () => readonly (readonly string[])[]
  readonly stop: () => void
}

type Query = (config: { readonly text: string } | string, ...rest: unknown[]) => unknown

/**
 * Records the round trips of all connections to PostgreSQL of this process. Statements that are sent while a connection
 * waits for the responses to others belong to the same round trip.
 */
export function recordRoundTrips(): RoundTripRecorder {
  const prototype: { query: Query } = pg.Client.prototype as never
  const { query } = prototype
  const pending = new WeakMap<object, { readonly statements: string[]; count: number }>()
  let trips: (readonly string[])[] = []
  prototype.query = function (this: object, config, ...rest) {
    const trip = pending.get(this) ?? { statements: [], count: 0 }
    if (trip.count === 0) trips.push(trip.statements)
    trip.statements.push(typeof config === 'string' ? config : config.text)
    trip.count++
    pending.set(this, trip)
    const complete = () => {
      trip.count--
      if (trip.count === 0) pending.delete(this)
    }
    const result = query.apply(this, [config, ...rest])
    if (result instanceof Promise) result.then(complete, complete)
    else complete()
    return result
  }
  return {
    take: () => {
      const recorded = trips
      trips = []
      return recorded
    },
    stop: () => {
      prototype.query = query
    },
  }
}
