import type { Fields } from '../calendar/field.ts'

/** What documents say of a route. `pattern` is spelled as the index spells it, with named captures. */
export interface RouteDescription {
  readonly pattern: string
  readonly endpoints: readonly EndpointDescription[]
}

export interface EndpointDescription {
  readonly methods: readonly string[]
  /** Arguments taken from the path; they stand first. */
  readonly path: Fields
  readonly args: Fields
}
