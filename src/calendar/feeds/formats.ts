/** Feed formats by file extension. */
import { csv } from './csv.ts'
import type { FeedFormat } from './feed-format.ts'
import { ical } from './ical.ts'
import { ndjson } from './ndjson.ts'
import { program } from './program.ts'
import { rss } from './rss.ts'

export const FEED_FORMATS = { ics: ical, rss, ndjson, csv, html: program } as const satisfies Record<string, FeedFormat>

export type FeedFormatName = keyof typeof FEED_FORMATS
