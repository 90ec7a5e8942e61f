/** Reads the query parameters of The Events Calendar's URLs as a view and as parameters of the event list. */
import type { RawInput } from '../../../kernel/validate-input.ts'
import { type Day, getFirstDay, getMonth, parseDay, parseMonth } from '../../../pages/calendar-grid.ts'
import { readQueryText } from '../../../pages/page-filters.ts'
import type { CalendarView } from '../../../pages/page-routes.ts'

type ReferenceFilterName = 'search' | 'categories' | 'tags' | 'venue' | 'organizer' | 'featured'

/** Our names of the filters. `tribe_*` comes from the filter bar of the plugin, `tag` and `s` from WordPress. */
const FILTER_BY_PARAMETER: Readonly<Record<string, ReferenceFilterName>> = {
  'tribe-bar-search': 'search',
  s: 'search',
  tribe_events_cat: 'categories',
  tribe_eventcategory: 'categories',
  tag: 'tags',
  post_tag: 'tags',
  tribe_tags: 'tags',
  tribe_venue: 'venue',
  tribe_venues: 'venue',
  tribe_organizer: 'organizer',
  tribe_organizers: 'organizer',
  tribe_featured: 'featured',
}

const VIEW_PARAMETERS = ['eventDisplay', 'tribe_event_display'] as const
const DAY_PARAMETERS = ['tribe-bar-date', 'eventDate'] as const
const PAGE_PARAMETERS = ['paged', 'tribe_paged'] as const

/** Every parameter that `readReferenceQuery` understands. */
export const REFERENCE_PARAMETERS: readonly string[] = [
  ...Object.keys(FILTER_BY_PARAMETER),
  ...VIEW_PARAMETERS,
  ...DAY_PARAMETERS,
  ...PAGE_PARAMETERS,
]

/** One of our filters, with the original parameter for error messages. */
interface ReferenceFilter {
  readonly name: ReferenceFilterName
  /** Comma-separated IDs or slugs; for `search`, the text. */
  readonly value: string
  readonly parameter: string
}

export interface ReferenceQuery {
  readonly filters: readonly ReferenceFilter[]
  readonly view: CalendarView | undefined
  /** First day of a list; for past events, the day before which they ended. */
  readonly day: Day | undefined
  readonly page: string | undefined
  /** Parameters with an invalid value, or a value that contradicts an earlier parameter. */
  readonly invalid: readonly string[]
}

/** As in WordPress, an empty parameter counts as absent. */
export function readReferenceQuery(query: RawInput, today: Day): ReferenceQuery {
  const candidates = Object.entries(FILTER_BY_PARAMETER).flatMap(([parameter, name]): ReferenceFilter[] => {
    const text = readQueryText(query[parameter])
    return text === '' ? [] : [{ name, value: name === 'categories' ? takeLastSegments(text) : text, parameter }]
  })
  const filters = candidates.filter((filter) => candidates.find(({ name }) => name === filter.name) === filter)
  const isContradictory = ({ name, value }: ReferenceFilter) =>
    filters.some((filter) => filter.name === name && filter.value !== value)
  const date = readDate(query)
  const view = readView(query, date.value ?? today)
  return {
    filters,
    view: view.value,
    day: date.value,
    page: PAGE_PARAMETERS.map((name) => readQueryText(query[name])).find((text) => text !== ''),
    invalid: [
      ...candidates.filter(isContradictory).map(({ parameter }) => parameter),
      ...date.invalid,
      ...view.invalid,
    ],
  }
}

/** WordPress names a category by its path, `music/jazz`. */
const takeLastSegments = (paths: string): string =>
  paths
    .split(',')
    .map((path) => path.split('/').findLast((part) => part !== '') ?? path)
    .join(',')

interface ReadParameter<T> {
  readonly value: T | undefined
  readonly invalid: readonly string[]
}

/** Reads a day, a month (its first day) or a date and time (its day). */
function readDate(query: RawInput): ReadParameter<Day> {
  for (const name of DAY_PARAMETERS) {
    const text = readQueryText(query[name])
    if (text === '') continue
    const month = parseMonth(text)
    const value = month === undefined ? parseDay(text.replace(/[T ]\d.*$/, '')) : getFirstDay(month)
    return { value, invalid: value === undefined ? [name] : [] }
  }
  return { value: undefined, invalid: [] }
}

function readView(query: RawInput, day: Day): ReadParameter<CalendarView> {
  for (const name of VIEW_PARAMETERS) {
    const display = readQueryText(query[name])
    if (display === '') continue
    const value = parseViewName(display, day)
    return { value, invalid: value === undefined ? [name] : [] }
  }
  return { value: undefined, invalid: [] }
}

/** `upcoming` is the name of the list before version 4 of the plugin. */
function parseViewName(display: string, day: Day): CalendarView | undefined {
  if (display === 'list' || display === 'default' || display === 'upcoming') return { kind: 'list' }
  if (display === 'past' || display === 'map' || display === 'photo' || display === 'summary') return { kind: display }
  if (display === 'month') return { kind: 'month', month: getMonth(day) }
  return display === 'day' || display === 'week' ? { kind: display, day } : undefined
}
