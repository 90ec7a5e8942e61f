/** Presents entries of the history. */
import type { DateTime } from '../../base/time/date-time.ts'
import { toLocal } from '../../base/time/time-zone.ts'
import type { Channel, FieldChanges, HistoryAction, RecordedValue } from '../../kernel/change-record.ts'
import type { User } from '../../kernel/user.ts'

export interface PresentedEntry {
  readonly id: number
  readonly at: DateTime
  readonly kind: string
  readonly recordId: number
  readonly action: HistoryAction
  readonly revision: number
  readonly channel: Channel
  readonly userId: number
  readonly user: User | undefined
  readonly application: string
  readonly ip: string
  readonly fields: FieldChanges
}

export interface FieldChangeView {
  readonly field: string
  readonly before: RecordedValue
  readonly after: RecordedValue
}

const presentChanges = (fields: FieldChanges): FieldChangeView[] =>
  Object.entries(fields).map(([field, [before, after]]) => ({ field, before, after }))

/** An entry of a record for its editors; `zone` is that of the site. */
export const presentHistoryEntry = (
  { at, action, revision, channel, userId, user, fields }: PresentedEntry,
  zone: string,
) => ({
  revision,
  date: toLocal(at, zone),
  date_utc: at,
  action,
  channel,
  user: userId === 0 ? null : { id: userId, name: user?.name ?? '' },
  changes: presentChanges(fields),
})

/** An entry for administrators, who also see logins, applications and IP addresses. */
export function presentAuditEntry(entry: PresentedEntry, zone: string) {
  const { id, kind, recordId, userId, user, application, ip } = entry
  const { user: _user, changes, ...view } = presentHistoryEntry(entry, zone)
  return {
    id,
    kind,
    record: recordId,
    ...view,
    user: userId === 0 ? null : { id: userId, name: user?.name ?? '', login: user?.login ?? '' },
    application,
    ip,
    changes,
  }
}
