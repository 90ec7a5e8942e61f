/** The newest change that a client has seen. */
export interface SeenChange {
  /** Epoch of the database in which the client saw the change. */
  readonly epoch: string
  /** 0 before the first change. */
  readonly seq: number
  /** Digest of the change, by which it is recognized in a restored database; empty for 0. */
  readonly mark: string
}
