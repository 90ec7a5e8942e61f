/** Records as the list of events returns them, as input of feeds. */

import { createTranslator } from '../../../src/base/i18n/translate.ts'
import { resolveLocal } from '../../../src/base/time/time-zone.ts'
import type { EventView } from '../../../src/calendar/events/present-event.ts'
import type { FeedChannel, FeedFormat, FeedRecord, ZoneRange } from '../../../src/calendar/feeds/feed-format.ts'
import { parseView } from '../../../src/calendar/fragments/parse-view.ts'

/** Keys of the view with other values, and the local times of the event in its time zone. */
export interface EventOverrides extends Readonly<Partial<Record<keyof EventView, unknown>>> {
  readonly id?: number
  readonly start?: string
  readonly end?: string
  readonly timezone?: string
}

/** A record with default values, some of them overridden. */
export function createFeedRecord(
  { id = 1, start, end, timezone = 'UTC', ...values }: EventOverrides,
  revision = 1,
): FeedRecord {
  const from = resolveLocal(start ?? '2027-03-01 10:00:00', timezone)
  const until = resolveLocal(end ?? '2027-03-01 12:00:00', timezone)
  const view: Partial<EventView> = {
    ...{ id, global_id: `calendar.example?id=${id}`, status: 'publish', url: `https://calendar.example/event/e${id}/` },
    ...{ date_utc: '2027-01-01 00:00:00', modified_utc: '2027-01-02 03:04:05', title: `Event ${id}`, description: '' },
    ...{ excerpt: '', image: false, all_day: false, featured: false, timezone, cost: '', website: '' },
    ...{ start_date: from.local, end_date: until.local, utc_start_date: from.utc, utc_end_date: until.utc },
    ...{ categories: [], tags: [], venue: [], organizer: [], custom_fields: [] },
  }
  return { json: JSON.stringify({ ...view, ...values }), revision }
}

const CHANNEL: FeedChannel = {
  name: 'Calendar',
  siteUrl: 'https://calendar.example/',
  url: 'https://calendar.example/api/events.ics',
  zone: 'Europe/Berlin',
  zones: [],
  dayCutoff: '00:00',
  language: 'en',
  translate: createTranslator('en'),
  customFields: [],
  fields: undefined,
}

/** A complete feed. The time zones of all events are passed with the period of each event. */
export function writeFeed(
  form: FeedFormat,
  records: readonly FeedRecord[],
  channel: Partial<FeedChannel> = {},
): string {
  const {
    opening,
    writeRecord: entry,
    closing,
  } = form.createWriter({ ...CHANNEL, zones: records.map(createZoneRange), ...channel })
  return `${opening}${records.map(entry).join('')}${closing}`
}

function createZoneRange({ json }: FeedRecord): ZoneRange {
  const { timezone, utc_start_date, utc_end_date } = parseView('event', json)
  return { timezone, from: utc_start_date, until: utc_end_date }
}
