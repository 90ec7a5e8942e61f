/** Tables of the maintenance of venues, organizers and terms. */

/** A record that no longer exists, and the one into which it was merged. */
export interface MergedRecordTable {
  kind: string
  /** Unique per kind, because posts and terms have separate ids. */
  id: number
  /** Empty for a record that had none. */
  slug: string
  target_id: number
}
