import { toDateOnly } from '../../base/time/parse-date.ts'
import { toLocal } from '../../base/time/time-zone.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import type { Services } from '../services.ts'
import { shiftDate } from './calendar-dates.ts'
import { getKeyDate } from './occurrence-key.ts'
import { expandPeriod, insertOccurrences } from './occurrences.ts'
import { MAX_OCCURRENCES } from './recurrence-rule.ts'
import { isDraftOrPending } from './series.ts'
import { findDueSeries, findOccurrences, findSeries, updateSeries } from './series-store.ts'

/** Series are extended at most once in this many days, because each extension invalidates caches. */
const MAX_DELAY_DAYS = 7
/** Series per run; the others follow in the next one. */
const BATCH_SIZE = 20

/** Creates the occurrences of series up to the horizon, one transaction per series. Returns the number of series. */
export async function extendDueSeries(services: Services): Promise<number> {
  const { database, site } = services
  const today = toDateOnly(toLocal(services.now(), site.zone))
  const due = shiftDate(today, site.seriesHorizon - Math.min(MAX_DELAY_DAYS, site.seriesHorizon - 1))
  let extended = 0
  for (const id of await findDueSeries(database.read, due, BATCH_SIZE)) {
    if (await database.transaction((tx) => extendSeries(tx, services, id, due))) extended++
  }
  return extended
}

/** Reads the series again inside the transaction: another process may have extended it. */
async function extendSeries(tx: Writer, services: Services, id: number, due: string): Promise<boolean> {
  const series = await findSeries(tx, id)
  if (!series || isDraftOrPending(series.template) || series.extended_until === '' || series.extended_until >= due)
    return false
  const { template, recurrence } = series
  const now = services.now()
  const known = (await findOccurrences(tx, id)).map(({ series_date }) => series_date)
  const from = shiftDate(getKeyDate(known.at(-1) ?? series.extended_until), 1)
  const { dates, extended_until } = expandPeriod(recurrence, template, {
    now,
    horizon: services.site.seriesHorizon,
    from,
  })
  const remaining = MAX_OCCURRENCES - known.filter((key) => key >= toDateOnly(now)).length
  const added = dates.slice(0, Math.max(remaining, 0))
  const modified = { modified: toLocal(now, services.site.zone), modified_utc: now }
  await insertOccurrences(tx, { ...series, template: { ...template, ...modified } }, added, now)
  await updateSeries(tx, { ...series, extended_until })
  await recordChange(tx, { kind: 'series', id, op: 'update', at: now, fields: {} })
  return true
}
