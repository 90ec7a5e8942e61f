/** Reads the history of a record as its editors may see it, and the complete one for administrators. */

import { findPostOwners } from '../../calendar/posts/resolve-references.ts'
import { findUsersByIds } from '../../calendar/users/user-store.ts'
import type { FieldChange, FieldChanges, RecordedValue } from '../../kernel/change-record.ts'
import { can, type User, type Viewer } from '../../kernel/user.ts'
import { mayRead } from '../../kernel/visibility.ts'
import {
  findHistory,
  findLastAuthorChange,
  type HistoryEntry,
  type HistoryFilter,
} from '../../storage/change-log/history.ts'
import type { ChangeKind, Reader } from '../../storage/types.ts'

/** An entry with its user; undefined without one, or when the user was removed. */
export interface AttributedEntry extends HistoryEntry {
  readonly user: User | undefined
}

export interface HistoryPage {
  readonly entries: readonly AttributedEntry[]
  readonly total: number
}

export interface Paging {
  readonly page: number
  readonly perPage: number
}

export interface RecordId {
  readonly kind: ChangeKind
  readonly id: number
}

/** The newest first. The viewer must be allowed to edit the record. */
export async function listRecordHistory(
  db: Reader,
  viewer: Viewer,
  { kind, id }: RecordId,
  paging: Paging,
): Promise<HistoryPage> {
  const afterId = await findVisibleStart(db, viewer, { kind, id })
  const { entries, total } = await findHistory(db, { kind, recordId: id, afterId }, paging)
  return { entries: await hideReferences(db, viewer, await attribute(db, entries)), total }
}

/** For administrators, who may see everything. */
export async function listAudit(db: Reader, filter: HistoryFilter, paging: Paging): Promise<HistoryPage> {
  const { entries, total } = await findHistory(db, filter, paging)
  return { entries: await attribute(db, entries), total }
}

/**
 * Id of the entry after which the viewer may see the history: authors do not see what their record was while it belonged
 * to another one.
 */
export async function findVisibleStart(db: Reader, viewer: Viewer, { kind, id }: RecordId): Promise<number> {
  return can(viewer, 'edit_others_posts') ? 0 : findLastAuthorChange(db, kind, id)
}

async function attribute(db: Reader, entries: readonly HistoryEntry[]): Promise<readonly AttributedEntry[]> {
  const users = await findUsersByIds(db, [...new Set(entries.map(({ userId }) => userId))])
  const byId = new Map(users.map((user) => [user.id, user]))
  return entries.map((entry) => ({ ...entry, user: byId.get(entry.userId) }))
}

/** Fields that contain ids of events, venues and organizers. Editors may see all images. */
const REFERENCE_FIELDS: ReadonlySet<string> = new Set(['venue', 'organizer', 'post_parent', 'post'])

/** Omits ids of records that the viewer may not read. */
async function hideReferences(
  db: Reader,
  viewer: Viewer,
  entries: readonly AttributedEntry[],
): Promise<readonly AttributedEntry[]> {
  const ids = entries.flatMap(({ fields }) => Object.entries(fields).flatMap(listReferences))
  const owners = await findPostOwners(db, [{ kind: 'post', ids: [...new Set(ids)] }])
  const readableIds = new Set(owners.filter((owner) => mayRead(viewer, owner)).map(({ id }) => id))
  return entries.map((entry) => ({ ...entry, fields: filterReferences(entry.fields, readableIds) }))
}

const listReferences = ([name, values]: [string, FieldChange]): number[] =>
  REFERENCE_FIELDS.has(name) ? values.flat().filter((value) => typeof value === 'number') : []

function filterReferences(fields: FieldChanges, readableIds: ReadonlySet<number>): FieldChanges {
  const isHidden = (value: RecordedValue) => typeof value === 'number' && value !== 0 && !readableIds.has(value)
  const filter = (value: RecordedValue): RecordedValue => {
    if (Array.isArray(value)) return value.filter((one) => !isHidden(one))
    return isHidden(value) ? 0 : value
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, [before, after]]) => [
      name,
      REFERENCE_FIELDS.has(name) ? ([filter(before), filter(after)] as const) : ([before, after] as const),
    ]),
  )
}
