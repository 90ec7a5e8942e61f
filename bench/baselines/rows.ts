/** Builds event objects from rows for each response, without any cache. */
export type DatabaseRow = Readonly<Record<string, unknown>>

/** The events of a page with their related rows. */
export interface PageRows {
  readonly events: readonly DatabaseRow[]
  readonly links: readonly DatabaseRow[]
  readonly termLinks: readonly DatabaseRow[]
  readonly targets: readonly DatabaseRow[]
  readonly terms: readonly DatabaseRow[]
}

const BASE = 'http://calends.example/api/cal/events/v1'

/** As many fields as a response of the service: the row, URLs, date parts and all related records. */
export function buildViews({ events, links, termLinks, targets, terms }: PageRows): unknown[] {
  const targetById = new Map(targets.map((row) => [row['id'], row]))
  const termById = new Map(terms.map((row) => [row['id'], row]))
  const linked = (event: DatabaseRow, kind: string) =>
    links
      .filter((link) => link['event_id'] === event['id'] && link['kind'] === kind)
      .map((link) => withUrls(kind, targetById.get(link['target_id']) ?? {}))
  return events.map((event) => ({
    ...withUrls('event', event),
    start_date_details: splitDate(event['start_date']),
    end_date_details: splitDate(event['end_date']),
    utc_start_date_details: splitDate(event['utc_start_date']),
    utc_end_date_details: splitDate(event['utc_end_date']),
    venue: linked(event, 'venue'),
    organizer: linked(event, 'organizer'),
    terms: termLinks
      .filter((row) => row['event_id'] === event['id'])
      .map((row) => withUrls('term', termById.get(row['term_id']) ?? {})),
  }))
}

const withUrls = (kind: string, row: DatabaseRow) => ({
  ...row,
  global_id: `calends.example?id=${row['id']}`,
  url: `http://calends.example/${kind}/${row['slug']}/`,
  rest_url: `${BASE}/${kind}s/${row['id']}`,
  collection: `${BASE}/${kind}s`,
})

function splitDate(moment: unknown) {
  const text = String(moment)
  const [year, month, day] = text.slice(0, 10).split('-')
  const [hour, minutes, seconds] = text.slice(11).split(':')
  return { year, month, day, hour, minutes, seconds }
}
