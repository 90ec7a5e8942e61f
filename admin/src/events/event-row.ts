/** An event as the table reads it. The flags of protected events are null for users who may not see them. */
export interface EventRow {
  readonly id: number
  readonly title: string
  readonly status: string
  readonly date: string
  readonly modified: string
  readonly author: string
  readonly url: string
  readonly image: false | { readonly url: string; readonly sizes?: Readonly<Record<string, { readonly url: string }>> }
  readonly all_day: boolean | null
  readonly start_date: string
  readonly end_date: string
  readonly timezone: string
  readonly featured: boolean | null
  readonly venue: { readonly id: number; readonly venue: string } | readonly []
  readonly organizer: readonly { readonly id: number; readonly organizer: string }[]
  readonly categories: readonly { readonly id: number; readonly name: string }[]
  readonly series?: { readonly id: number }
  readonly event_status?: string
  readonly event_status_reason?: string
}

const NAMES = [
  ...[
    'id',
    'title',
    'status',
    'date',
    'modified',
    'author',
    'url',
    'image.url',
    'image.sizes',
    'all_day',
    'start_date',
  ],
  ...['end_date', 'timezone', 'featured', 'venue.id', 'venue.venue', 'organizer.id', 'organizer.organizer'],
  ...['categories.id', 'categories.name', 'series.id', 'event_status', 'event_status_reason'],
]

/** `_fields` of a list of rows: complete events are several times as large. */
export const ROW_FIELDS = ['total', ...NAMES.map((name) => `events.${name}`)].join()

/** Statuses that users choose. */
export const STATUSES = ['publish', 'draft', 'pending', 'private'] as const

export const findVenue = ({ venue }: Pick<EventRow, 'venue'>) => ('id' in venue ? venue : undefined)

/** Text of HTML with entities; names and titles may contain them. */
export function toText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').documentElement.textContent ?? ''
}
