/** Stores and reads the history: one row per change of a record, sign-in and change of an account. */
import { sql } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import {
  CHANNELS,
  type Channel,
  type FieldChanges,
  HISTORY_ACTIONS,
  type HistoryAction,
  type Origin,
} from '../../kernel/change-record.ts'
import { executeCached } from '../statement-cache.ts'
import type { HistoryTable } from '../tables/tables.ts'
import type { ChangeKind, Reader, Writer } from '../types.ts'

/** Webhooks are in the history, but not in the change log: they are part of no cached response. */
export type HistoryKind = ChangeKind | 'webhook'

export interface NewHistoryEntry {
  readonly kind: HistoryKind
  /** Id of the record; 0 for a sign-in with an unknown login. */
  readonly id: number
  readonly action: HistoryAction
  readonly at: DateTime
  readonly fields: FieldChanges
}

/** The revision of an entry is that of its record, whose change the same transaction has recorded before. */
export async function insertHistory(tx: Writer, entries: readonly NewHistoryEntry[], origin: Origin): Promise<void> {
  if (entries.length === 0) return
  const { channel, userId: user_id, application, ip, importId: import_id = 0 } = origin
  const rows = entries.map(({ kind, id: record_id, action, at, fields }) => ({
    ...{ kind, record_id, action, at, user_id, application, ip, channel, import_id },
    fields: formatFields(fields),
  }))
  await executeCached(tx, {
    key: `insert ${rows.length} history`,
    values: rows.flatMap((row) => [...Object.values(row), row.kind, row.record_id]),
    build: () =>
      tx.insertInto('history').values(
        rows.map((row) => ({
          ...row,
          revision: tx
            .selectFrom('changes')
            .select((on) => on.fn.coalesce(on.fn.max('seq'), sql.lit(0)).as('seq'))
            .where('kind', '=', row.kind)
            .where('id', '=', row.record_id),
        })),
      ),
  })
}

const formatFields = (fields: FieldChanges): string => (Object.keys(fields).length > 0 ? JSON.stringify(fields) : '')

/** The service itself wrote the column. */
const parseFields = (text: string): FieldChanges => (text === '' ? {} : JSON.parse(text))

export interface HistoryEntry extends Origin {
  readonly id: number
  readonly at: DateTime
  readonly kind: string
  /** Id of the record; 0 without one. */
  readonly recordId: number
  readonly action: HistoryAction
  /** Revision of the record after the change; 0 without one. */
  readonly revision: number
  readonly fields: FieldChanges
}

function toEntry({ record_id, user_id, import_id, action, channel, fields, ...row }: HistoryRow): HistoryEntry {
  return {
    ...row,
    recordId: record_id,
    userId: user_id,
    importId: import_id,
    action: parseAction(action),
    channel: parseChannel(channel),
    fields: parseFields(fields),
  }
}

type HistoryRow = Omit<HistoryTable, 'id'> & { readonly id: number }

/** Later versions may have more actions and channels. */
const parseAction = (text: string): HistoryAction => HISTORY_ACTIONS.find((action) => action === text) ?? 'update'
const parseChannel = (text: string): Channel => CHANNELS.find((channel) => channel === text) ?? 'api'

export interface HistoryFilter {
  readonly kind?: string | undefined
  readonly recordId?: number | undefined
  readonly userId?: number | undefined
  readonly action?: HistoryAction | undefined
  readonly channel?: Channel | undefined
  /** UTC; the bounds are included. */
  readonly from?: DateTime | undefined
  readonly until?: DateTime | undefined
  /** Only entries with a higher id. */
  readonly afterId?: number | undefined
}

/** A page of the matching entries, the newest first, and their total. */
export async function findHistory(
  db: Reader,
  filter: HistoryFilter,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly entries: readonly HistoryEntry[]; readonly total: number }> {
  const matching = selectHistory(db, filter)
  const { total } = await matching.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const isRecord = filter.recordId !== undefined && filter.kind !== undefined
  const ordered = isRecord ? matching : matching.orderBy('at', 'desc')
  const rows = await ordered
    .selectAll()
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { entries: rows.map(toEntry), total: Number(total) }
}

function selectHistory(db: Reader, { kind, recordId, userId, action, channel, from, until, afterId }: HistoryFilter) {
  return db
    .selectFrom('history')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(recordId !== undefined, (query) => query.where('record_id', '=', recordId ?? 0))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? ''))
    .$if(until !== undefined, (query) => query.where('at', '<=', until ?? ''))
    .$if(afterId !== undefined, (query) => query.where('id', '>', afterId ?? 0))
}

/** The entry of a record with this revision. */
export async function findHistoryEntry(
  db: Reader,
  { kind, id, revision }: { readonly kind: ChangeKind; readonly id: number; readonly revision: number },
): Promise<HistoryEntry | undefined> {
  const row = await selectHistory(db, { kind, recordId: id })
    .selectAll()
    .where('revision', '=', revision)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toEntry(row)
}

/** Channels of the entries of a record after a revision. */
export async function findChannelsAfter(
  db: Reader,
  { kind, id, revision }: { readonly kind: ChangeKind; readonly id: number; readonly revision: number },
): Promise<readonly Channel[]> {
  const rows = await selectHistory(db, { kind, recordId: id })
    .select('channel')
    .distinct()
    .where('revision', '>', revision)
    .orderBy('channel')
    .execute()
  return rows.map(({ channel }) => parseChannel(channel))
}

/**
 * True if the history contains the first change of a record after a revision. A change without an entry is then no
 * edit of the record, such as the deletion of one of its categories.
 */
export async function coversChangesAfter(
  db: Reader,
  { kind, id, revision }: { readonly kind: ChangeKind; readonly id: number; readonly revision: number },
): Promise<boolean> {
  const changes = db.selectFrom('changes').select('at').where('kind', '=', kind).where('id', '=', id)
  const first = await changes.where('seq', '>', revision).orderBy('seq').limit(1).executeTakeFirst()
  const oldest = await db.selectFrom('history').select('at').orderBy('id').limit(1).executeTakeFirst()
  return first !== undefined && oldest !== undefined && oldest.at <= first.at
}

/** Entries of a record after an entry, the oldest first; at most `limit`. */
export async function findLaterHistory(
  db: Reader,
  { kind, id, afterId }: { readonly kind: ChangeKind; readonly id: number; readonly afterId: number },
  limit: number,
): Promise<readonly HistoryEntry[]> {
  const rows = await selectHistory(db, { kind, recordId: id, afterId }).selectAll().orderBy('id').limit(limit).execute()
  return rows.map(toEntry)
}

/** Entries of records from a revision on, the newest first. */
export async function findHistorySince(
  db: Reader,
  { kind, ids, revision }: { readonly kind: ChangeKind; readonly ids: readonly number[]; readonly revision: number },
): Promise<readonly HistoryEntry[]> {
  if (ids.length === 0) return []
  const rows = await selectHistory(db, { kind })
    .selectAll()
    .where('record_id', 'in', ids)
    .where('revision', '>=', revision)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toEntry)
}

/** Id of the newest entry of a record in which its author changed; 0 without one. */
export async function findLastAuthorChange(db: Reader, kind: ChangeKind, id: number): Promise<number> {
  const row = await selectHistory(db, { kind, recordId: id })
    .select('id')
    .where('action', '<>', 'create')
    .where('fields', 'like', '%"author":[%')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Id of the newest entry; 0 without one. */
export async function findNewestHistoryId(db: Reader): Promise<number> {
  const row = await db.selectFrom('history').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

/** Entries after one id up to another that change a status or return a record, since a time, UTC; the oldest first. */
export async function findStatusChanges(
  db: Reader,
  { from, to, since }: { readonly from: number; readonly to: number; readonly since: DateTime },
): Promise<readonly HistoryEntry[]> {
  const rows = await selectHistory(db, { afterId: from, from: since })
    .selectAll()
    .where('id', '<=', to)
    .where((on) => on.or([on('action', '=', 'return'), on('fields', 'like', '%"status":[%')]))
    .orderBy('id')
    .execute()
  return rows.map(toEntry)
}

export async function hasHistoryBefore(db: Reader, at: DateTime): Promise<boolean> {
  const row = await db.selectFrom('history').select('id').where('at', '<', at).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Deletes entries before a time, the oldest first. Returns their number, at most `limit`. */
export async function deleteHistoryBefore(tx: Writer, at: DateTime, limit: number): Promise<number> {
  const oldest = await tx.selectFrom('history').select('id').where('at', '<', at).orderBy('at').limit(limit).execute()
  const ids = oldest.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('history').where('id', 'in', ids).execute()
  return ids.length
}

/** Removes a user from the entries that they caused, and the values from the entries about their account. */
export async function anonymizeHistory(tx: Writer, userId: number): Promise<void> {
  await tx.updateTable('history').set({ user_id: 0, application: '', ip: '' }).where('user_id', '=', userId).execute()
  await tx
    .updateTable('history')
    .set({ fields: '', application: '', ip: '' })
    .where('kind', '=', 'user')
    .where('record_id', '=', userId)
    .execute()
}

export interface RecordedChannel {
  readonly id: number
  readonly revision: number
  readonly channel: Channel
}

/** Revisions of records with the channels of the writes that created them. */
export async function findRevisionChannels(
  db: Reader,
  kind: ChangeKind,
  ids: readonly number[],
): Promise<readonly RecordedChannel[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('history')
    .select(['record_id', 'revision', 'channel'])
    .where('kind', '=', kind)
    .where('record_id', 'in', ids)
    .execute()
  return rows.map(({ record_id, revision, channel }) => ({ id: record_id, revision, channel: parseChannel(channel) }))
}
