/** Cursor of the list of changes: an opaque text for clients. */
import type { DateTime } from '../../base/time/date-time.ts'
import { invalid, type ParseResult, valid } from '../../kernel/field.ts'
import type { MarkedChange } from '../../kernel/marked-change.ts'

/** Progress through records in the order of their ids: all up to `afterId` were sent. */
export interface IdProgress {
  readonly afterId: number
}

export interface ChangeCursor extends MarkedChange {
  /** Epoch of the database in which the client saw the change. */
  readonly epoch: string
  /**
   * The newest change that a record in an earlier response may contain. It is after `seq` while pages are left, and when
   * something was written while a page was read.
   */
  readonly seen: MarkedChange
  /** Digest of viewer and filters, because a cursor is meaningful only for the same ones. */
  readonly view: string
  /** Time at which relative dates of the filters were resolved, UTC. */
  readonly startedAt: DateTime
  /** Time up to which changes by time (links of online events) were sent, UTC. */
  readonly sentUntil: DateTime
  /** Position in the snapshot, whose kinds are in a fixed order; undefined once it is complete. */
  readonly snapshot: (IdProgress & { readonly kindIndex: number }) | undefined
  /** The change after `seq`, if only some of the events that it affects were sent. */
  readonly partial: IdProgress | undefined
}

const VERSION = '1'
const SEPARATOR = '|'
const MARK_SEPARATOR = '~'

export function formatCursor({ snapshot, partial, ...cursor }: ChangeCursor): string {
  const parts = [
    ...[VERSION, cursor.epoch, cursor.seq, formatMarks(cursor), cursor.view, cursor.startedAt, cursor.sentUntil],
    ...[snapshot?.kindIndex ?? '', snapshot?.afterId ?? '', partial?.afterId ?? ''],
  ]
  return Buffer.from(parts.join(SEPARATOR)).toString('base64url')
}

/** A part that was added to the mark: versions without it respond with 410 to such a cursor, and not with 400. */
const formatMarks = ({ seq, mark, seen }: Pick<ChangeCursor, 'seq' | 'mark' | 'seen'>): string =>
  seen.seq > seq ? [mark, seen.seq, seen.mark].join(MARK_SEPARATOR) : mark

const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/
const MAX_CURSOR_LENGTH = 500

/** Undefined for an empty text, NaN for one that is no count. */
const parseOptionalCount = (text: string): number | undefined =>
  text === '' ? undefined : /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN

export function parseCursor(raw: unknown): ParseResult<ChangeCursor> {
  if (typeof raw !== 'string' || raw.length > MAX_CURSOR_LENGTH) return invalid
  const parts = Buffer.from(raw, 'base64url').toString('utf8').split(SEPARATOR)
  const [version, epoch = '', seqText = '', marks = '', view = '', startedAt = '', sentUntil = '', ...progress] = parts
  const [kindIndex, snapshotId, partialId] = progress.map(parseOptionalCount)
  const [mark = '', seenText = seqText, seenMark = mark] = marks.split(MARK_SEPARATOR)
  const [seq, seenSeq] = [parseOptionalCount(seqText), parseOptionalCount(seenText)]
  const isComplete = version === VERSION && progress.length === 3 && TIME.test(startedAt) && TIME.test(sentUntil)
  const numbers = [seq ?? Number.NaN, seenSeq ?? Number.NaN, kindIndex ?? 0, snapshotId ?? 0, partialId ?? 0]
  if (!isComplete || seq === undefined || seenSeq === undefined || numbers.some(Number.isNaN)) return invalid
  const snapshot = kindIndex === undefined || snapshotId === undefined ? undefined : { kindIndex, afterId: snapshotId }
  const partial = partialId === undefined ? undefined : { afterId: partialId }
  const seen = { seq: seenSeq, mark: seenMark }
  return valid({ epoch, seq, mark, seen, view, startedAt, sentUntil, snapshot, partial })
}
