/** Copies events as rows under new IDs, with all rows that the service writes for a new event. */
import type Sqlite from 'better-sqlite3'
import type { DatabaseRow } from '../baselines/rows.ts'

export interface EventTemplate {
  readonly event: DatabaseRow
  readonly links: readonly DatabaseRow[]
  /** Term IDs of the event. */
  readonly terms: readonly number[]
  readonly searchText: string
}

/** Reads templates of `count` events, spread over the calendar. */
export function readTemplates(db: Sqlite.Database, count: number): EventTemplate[] {
  const spread = 'select id from events order by id * 7919 % 10007, id limit ?'
  const events = db.prepare<[number], DatabaseRow>(`select * from events where id in (${spread})`).all(count)
  const links = db.prepare<[unknown], DatabaseRow>('select kind, position, target_id from links where event_id = ?')
  const terms = db.prepare<[unknown], number>('select term_id from event_terms where event_id = ?').pluck()
  const searchText = db.prepare<[unknown], string>('select text from post_search where rowid = ?').pluck()
  return events.map((event) => ({
    event,
    links: links.all(event['id']),
    terms: terms.all(event['id']),
    searchText: searchText.get(event['id']) ?? '',
  }))
}

/** Inserts one event with its ID, links, terms and counts, search text and change. The caller manages transactions. */
export function createInserter(db: Sqlite.Database): (template: EventTemplate) => number {
  const columns = db.pragma('table_info(events)')
  const names = Array.isArray(columns) ? columns.map((column) => String(column.name)) : []
  const allocateId = db.prepare<[], number>("insert into object_ids (kind) values ('event') returning id").pluck()
  const event = db.prepare(`insert into events (${names}) values (${names.map((name) => `@${name}`)})`)
  const link = db.prepare('insert into links (event_id, kind, position, target_id) values (?, ?, ?, ?)')
  const term = db.prepare('insert into event_terms (event_id, term_id) values (?, ?)')
  const count = db.prepare('update terms set count = count + 1 where id = ?')
  const searchText = db.prepare('insert into post_search (rowid, text) values (?, ?)')
  const change = db.prepare("insert into changes (kind, id, op, at) values ('event', ?, 'create', ?)")
  return (template) => {
    const id = allocateId.get() ?? 0
    event.run({ ...template.event, id })
    for (const { kind, position, target_id } of template.links) link.run(id, kind, position, target_id)
    for (const term_id of template.terms) {
      term.run(id, term_id)
      count.run(term_id)
    }
    searchText.run(id, template.searchText)
    change.run(id, template.event['modified_utc'])
    return id
  }
}
