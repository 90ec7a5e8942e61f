/** A record of the JSON list on each line. JSON has no line breaks of its own. */
import type { FeedFormat } from './feed-format.ts'

export const ndjson: FeedFormat = {
  mediaType: 'application/x-ndjson',
  isCalendar: false,
  createWriter: () => ({ opening: '', writeRecord: ({ json }) => `${json}\n`, closing: '' }),
}
