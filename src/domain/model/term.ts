export const TAXONOMIES = ['category', 'tag'] as const

export type Taxonomy = (typeof TAXONOMIES)[number]

export interface Term {
  readonly id: number
  readonly taxonomy: Taxonomy
  /** Plain text; the wire shows it with `&` escaped. */
  readonly name: string
  readonly slug: string
  readonly description: string
  /** Category above; 0 for none, and for tags. */
  readonly parent: number
  /** Published events that carry it, without protected ones. */
  readonly count: number
}
