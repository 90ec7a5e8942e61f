/** Records of other calendars, identified by their source and the key that they have there. */

import type { Origin } from '../../../kernel/change-record.ts'
import type { PostKind } from '../../../kernel/post.ts'
import type { Viewer } from '../../../kernel/user.ts'
import type { RawInput } from '../../../kernel/validate-input.ts'
import type { Writer } from '../../../storage/types.ts'

export interface ExternalRecord {
  readonly kind: PostKind
  /** Identifier of the record at its source, such as the UID of a calendar component. Unique per kind. */
  readonly key: string
  /**
   * Fields as in the body of a POST request. `venue` and `organizer` may also be names. An event with `recurrence` is a
   * series. A reader sets every field that its format has, so that a value removed at the source is removed here too.
   */
  readonly fields: RawInput
  /** Occurrences of a series that differ from it. */
  readonly overrides?: readonly OccurrenceOverride[]
  /** Location in the input, for messages: `file:line`. */
  readonly where: string
  /** Number and heading of the column of each field, for messages about tables. */
  readonly columns?: ReadonlyMap<string, string>
  /** Time of the last change as the source states it. */
  readonly modified?: string
  /** Parts of the input that the record lacks, as sentences. */
  readonly warnings?: readonly string[]
}

export interface OccurrenceOverride {
  /** Key of the occurrence (`calendar/series/occurrence-key.ts`). */
  readonly date: string
  readonly fields: RawInput
  /** Location in the input, for messages. */
  readonly where?: string
}

/** A part of the input that is no record. */
export interface UnreadableRecord {
  readonly where: string
  /** The reason. */
  readonly failure: string
  /** Key of the event if it can be read: it has not disappeared from the source. */
  readonly key?: string
}

export type ExternalEntry = ExternalRecord | UnreadableRecord

/** Kind of a state in `imported_records`. An occurrence belongs to the series whose key its own begins with. */
export type StateKind = PostKind | 'series' | 'occurrence'

export const EXTERNAL_OUTCOMES = ['created', 'updated', 'unchanged', 'conflict', 'failed'] as const
export type ExternalOutcome = (typeof EXTERNAL_OUTCOMES)[number]

export interface ExternalResult {
  readonly outcome: ExternalOutcome
  readonly where: string
  /** Undefined for input that is no record. */
  readonly kind?: Exclude<StateKind, 'occurrence'>
  readonly key?: string
  /** Title or name in the input. */
  readonly title?: string
  /** Id of the event, venue, organizer or series; undefined for records that do not exist yet. */
  readonly id?: number
  /** Names of the fields that changed in an update. */
  readonly changes?: readonly string[]
  /** Why the record failed, or was not overwritten. */
  readonly reason?: string
  /** Optional fields that were omitted, with the reason. */
  readonly warnings?: readonly string[]
}

export interface ExternalImportOptions {
  /** Name of the source, or its URL. It qualifies the keys. */
  readonly source: string
  /** Status of new records; by default the one in the record, or else `publish`. */
  readonly status?: 'publish' | 'pending' | 'draft' | 'private'
  /** Names of categories that every event gets in addition to its own. */
  readonly categories?: readonly string[]
  /** Days before today whose occurrences of running series are imported. Default: `DEFAULT_PAST_DAYS`. */
  readonly pastDays?: number
  /** `plan` computes the results without writing. Default: `write`. */
  readonly mode?: 'write' | 'plan'
  /** Author of new records, who needs the role of an editor to publish. Default: no author. */
  readonly viewer?: Viewer
  /** Origin of the writes in the history. Default: the channel `import` without a user. */
  readonly origin?: Origin
  /** Whether images are fetched from their URLs. Default: true. */
  readonly fetchesImages?: boolean
  /** Called for each record in the order of the input, after its transaction. */
  readonly onResult?: (result: ExternalResult) => void
  /** Called at the end of each transaction with the records that it has written. */
  readonly onBatch?: (tx: Writer, results: readonly ExternalResult[]) => Promise<void>
  readonly signal?: AbortSignal
}

/** The user of imports without one. */
export const IMPORT_VIEWER: Viewer = { id: 0, role: 'administrator' }

/** Names the column of a field if the record is a row of a table, or else the field. */
export const describeColumn = (name: string, columns: ReadonlyMap<string, string> = new Map()): string =>
  columns.get(name) ?? name.replaceAll('_', ' ')
