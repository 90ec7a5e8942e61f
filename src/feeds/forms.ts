/** The forms of feeds, by the ends of their addresses. */
import { csv } from './csv.ts'
import type { FeedForm } from './feed.ts'
import { ical } from './ical.ts'
import { ndjson } from './ndjson.ts'
import { rss } from './rss.ts'

export const FEEDS = { ics: ical, rss, ndjson, csv } as const satisfies Record<string, FeedForm>

export type FeedName = keyof typeof FEEDS
