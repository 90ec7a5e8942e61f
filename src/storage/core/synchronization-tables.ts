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

/** Part of a list of a site that is imported. */
export interface ImportProgressTable {
  /** URL of the site. */
  source: string
  /** Name of the list; `changes` for the time up to which changes were read. */
  list: string
  /** First day of the part; empty for a whole list. */
  first: string
  last: string
  /** Day from which the part continues, or a time in seconds since 1970; empty when the part is complete. */
  next: string
}
