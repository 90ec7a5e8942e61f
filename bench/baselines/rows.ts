/** Rows of events as a program without an idea of caching would send them: put together and named for each answer. */
export type DatabaseRow = Readonly<Record<string, unknown>>

/** Rows of a page and of what its events are tied to. */
export interface PageRows {
  readonly events: readonly DatabaseRow[]
  readonly links: readonly DatabaseRow[]
  readonly carried: readonly DatabaseRow[]
  readonly targets: readonly DatabaseRow[]
  readonly terms: readonly DatabaseRow[]
}

const BASE = 'http://calends.example/api/cal/events/v1'

/** As much as the service shows of an event: the row, addresses, parts of its times, and all of what it is tied to. */
export function buildViews({ events, links, carried, targets, terms }: PageRows): unknown[] {
  const targetById = new Map(targets.map((row) => [row['id'], row]))
  const termById = new Map(terms.map((row) => [row['id'], row]))
  const linked = (event: DatabaseRow, kind: string) =>
    links
      .filter((link) => link['event_id'] === event['id'] && link['kind'] === kind)
      .map((link) => withAddresses(kind, targetById.get(link['target_id']) ?? {}))
  return events.map((event) => ({
    ...withAddresses('event', event),
    start_date_details: parts(event['start_date']),
    end_date_details: parts(event['end_date']),
    utc_start_date_details: parts(event['utc_start_date']),
    utc_end_date_details: parts(event['utc_end_date']),
    venue: linked(event, 'venue'),
    organizer: linked(event, 'organizer'),
    terms: carried
      .filter((row) => row['event_id'] === event['id'])
      .map((row) => withAddresses('term', termById.get(row['term_id']) ?? {})),
  }))
}

const withAddresses = (kind: string, row: DatabaseRow) => ({
  ...row,
  global_id: `calends.example?id=${row['id']}`,
  url: `http://calends.example/${kind}/${row['slug']}/`,
  rest_url: `${BASE}/${kind}s/${row['id']}`,
  collection: `${BASE}/${kind}s`,
})

function parts(moment: unknown) {
  const text = String(moment)
  const [year, month, day] = text.slice(0, 10).split('-')
  const [hour, minutes, seconds] = text.slice(11).split(':')
  return { year, month, day, hour, minutes, seconds }
}
