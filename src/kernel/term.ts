export const TAXONOMIES = ['category', 'tag'] as const

export type Taxonomy = (typeof TAXONOMIES)[number]

/** A term as sources outside of Calends describe it. */
export type PlainTerm = Omit<Term, 'count' | keyof TermAppearance>

/** Appearance of a category, and its position among its siblings. */
export interface TermAppearance {
  /** `#rrggbb`; empty without one. */
  readonly color: string
  /** An emoji; empty without one. */
  readonly icon: string
  /** From 1; 0 for a category that was never moved. */
  readonly position: number
}

export const NO_APPEARANCE: TermAppearance = { color: '', icon: '', position: 0 }

export interface Term extends TermAppearance {
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
