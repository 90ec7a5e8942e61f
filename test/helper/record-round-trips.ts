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
  const unanswered = new WeakMap<object, { readonly statements: string[]; count: number }>()
  let trips: (readonly string[])[] = []
  prototype.query = function (this: object, config, ...rest) {
    const flight = unanswered.get(this) ?? { statements: [], count: 0 }
    if (flight.count === 0) trips.push(flight.statements)
    flight.statements.push(typeof config === 'string' ? config : config.text)
    flight.count++
    unanswered.set(this, flight)
    const land = () => {
      flight.count--
      if (flight.count === 0) unanswered.delete(this)
    }
    const result = query.apply(this, [config, ...rest])
    if (result instanceof Promise) result.then(land, land)
    else land()
    return result
  }
  return {
    take: () => {
      const taken = trips
      trips = []
      return taken
    },
    stop: () => {
      prototype.query = query
    },
  }
}
