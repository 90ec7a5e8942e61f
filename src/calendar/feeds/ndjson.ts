/** One JSON record per line. Serialized JSON contains no line breaks. */
import type { FeedFormat } from './feed-format.ts'

export const ndjson: FeedFormat = {
  mediaType: 'application/x-ndjson',
  isCalendar: false,
  createWriter: () => ({ opening: '', writeRecord: ({ json }) => `${json}\n`, closing: '' }),
}
