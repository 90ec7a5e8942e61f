/** Tables of the site as a whole. */
import type { DateTime } from '../../datetime/date-time.ts'

export interface SiteTables {
  /** Settings that administrators have changed; `name` is that of the API, `value` a text as in the environment. */
  settings: { name: string; value: string }
  /** At most one row, until an administrator exists. Readable, because every process prints it. */
  setup_token: { id: number; token: string }
  sample_records: SampleRecordTable
  link_checks: LinkCheckTable
}

/** A record that the sample calendar has added. */
interface SampleRecordTable {
  kind: string
  record_id: number
  /** Its revision then; a higher one shows an edit. */
  revision: number
}

/** The result of the last check of a URL that events, venues or organizers contain. */
interface LinkCheckTable {
  url: string
  checked_utc: DateTime
  /** Consecutive failures. */
  failures: number
  /** Of the last failure: status or error; empty after a success. */
  reason: string
}
