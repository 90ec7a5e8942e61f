/** A change by its sequence number and content, so that another change with the same number is told apart. */
export interface MarkedChange {
  /** 0 before the first change. */
  readonly seq: number
  /** Digest of the change; empty for 0. */
  readonly mark: string
}
