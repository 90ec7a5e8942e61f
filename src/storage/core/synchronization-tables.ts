/** Tables of imports and synchronization. */

/** A record as it was imported last. The same record may come from several sources. */
export interface ImportedRecordTable {
  /** URL of the site, or the name of the source. */
  source: string
  kind: string
  /** Identifier of the record at its source: an id, or the UID of a calendar. */
  key: string
  record_id: number
  /** Revision of the record after its import; a higher one shows a local edit. */
  revision: number
  /** Digest of the record as read from the source. */
  fingerprint: string
  /** Time of its last change as the source states it; empty if it does not. */
  modified: string
}

/** The response to a write with an `Idempotency-Key`. */
export interface IdempotencyKeyTable {
  /** Digest of the key with user, method and path. */
  key: string
  /** Digest of the input, so that the key cannot be used for another request. */
  fingerprint: string
  status: number
  /** JSON object. */
  headers: string
  body: string
  expires_utc: string
}
