export const TAXONOMIES = ['category', 'tag'] as const

export type Taxonomy = (typeof TAXONOMIES)[number]

export interface Term {
  readonly id: number
  readonly taxonomy: Taxonomy
  /** Plain text; on the wire `&` is escaped. */
  readonly name: string
  readonly slug: string
  readonly description: string
  /** Id of the parent category; 0 for none, and for tags. */
  readonly parent: number
  /** Number of published events with the term, without protected ones. */
  readonly count: number
}
