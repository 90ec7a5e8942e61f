import { addDays } from '../../base/time/parse-date.ts'
import type { Services } from '../../calendar/services.ts'
import { deleteSubmissionsBefore } from './submission-store.ts'

/** Days after the decision, in which submitters can see it and answer. */
const RETENTION_DAYS = 30

/** Deletes the data of submitters; their events stay. Returns the number of submissions. */
export function deleteOldSubmissions({ database, now }: Services): Promise<number> {
  const before = addDays(now(), -RETENTION_DAYS)
  return database.transaction((tx) => deleteSubmissionsBefore(tx, before))
}
