/** A record of the JSON list on each line. JSON has no line breaks of its own. */
import type { FeedForm } from './feed.ts'

export const ndjson: FeedForm = {
  mediaType: 'application/x-ndjson',
  isCalendar: false,
  write: () => ({ opening: '', entry: ({ json }) => `${json}\n`, closing: '' }),
}
