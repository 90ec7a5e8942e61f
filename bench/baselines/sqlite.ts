/**
 * The limit of what a database is asked for: node:http and better-sqlite3 alone, on a copy of the calendar. `node
 * sqlite.ts DATABASE HEADERS` answers /texts?QUERY from texts that stand ready, /rows?QUERY from rows by
 * JSON.stringify, and POST / by inserting an event in a transaction that waits for the disk.
 */
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type Sqlite from 'better-sqlite3'
import { loadSqlite } from '../../src/storage/sqlite/load-driver.ts'
import { createInserter, readTemplates } from '../lib/event-rows.ts'
import { collectRequestBody, getSearch, serveOnLoopback } from './listen.ts'
import { buildListStatements, findDescendants, getUtcNow, type ListStatements, type SqlDialect } from './queries.ts'
import { buildViews, type DatabaseRow } from './rows.ts'

const TEMPLATES = 1000

const dialect: SqlDialect = {
  place: () => '?',
  holders: (place) => `select rowid from post_search where post_search match ${place}`,
  word: (text) => `"${text}"`,
  // Many texts as one value of bytes cost far less than each as a text of JavaScript's.
  joined: (page) => `select cast(group_concat(text) as blob) as texts from (select text
    from (${page}) page cross join bench_texts on bench_texts.id = page.id order by start_date, date, page.id)`,
}

const [file = '', headersFile = ''] = process.argv.slice(2)
const db = new (loadSqlite())(file)
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.pragma('foreign_keys = ON')
db.pragma('cache_size = -65536')
const headers: Readonly<Record<string, string>> = JSON.parse(readFileSync(headersFile, 'utf8'))
const now = getUtcNow()
const descendants = findDescendants(
  db.prepare<[], { id: number; parent: number }>("select id, parent from terms where taxonomy = 'category'").all(),
)

const kept = new Map<string, Sqlite.Statement<unknown[], unknown>>()
function prepared(text: string): Sqlite.Statement<unknown[], unknown> {
  const found = kept.get(text) ?? db.prepare<unknown[], unknown>(text).pluck()
  kept.set(text, found)
  return found
}

function send(reply: ServerResponse, total: number, body: Buffer): void {
  reply.writeHead(200, { ...headers, 'x-tec-total': total, 'x-wp-total': total, 'content-length': body.length })
  reply.end(body)
}

const totalOf = ({ count, values }: ListStatements): number => Number(prepared(count).get(...values))

function sendTexts(reply: ServerResponse, search: string): void {
  const query = buildListStatements(search, now, descendants, dialect)
  const total = totalOf(query)
  const texts = prepared(query.texts).get(...query.values, query.offset)
  const list = texts instanceof Buffer ? texts : Buffer.alloc(0)
  const envelope = `],"rest_url":"http://calends.example/api/cal/events/v1/events/?${search}","total":${total}}`
  send(reply, total, Buffer.concat([Buffer.from('{"events":['), list, Buffer.from(envelope)]))
}

const rowsIn = (table: string, column: string, ids: readonly unknown[]): DatabaseRow[] => {
  const text = `select * from ${table} where ${column} in (select value from json_each(?))`
  const statement = keptRows.get(text) ?? db.prepare<[string], DatabaseRow>(text)
  keptRows.set(text, statement)
  return statement.all(JSON.stringify(ids))
}
const keptRows = new Map<string, Sqlite.Statement<[string], DatabaseRow>>()

function sendRows(reply: ServerResponse, search: string): void {
  const query = buildListStatements(search, now, descendants, dialect)
  const total = totalOf(query)
  const ids = prepared(query.ids).all(...query.values, query.offset)
  const byId = new Map(rowsIn('events', 'id', ids).map((row) => [row['id'], row]))
  const links = rowsIn('links', 'event_id', ids)
  const carried = rowsIn('event_terms', 'event_id', ids)
  const targets = [...new Set(links.map((link) => link['target_id']))]
  const events = buildViews({
    events: ids.map((id) => byId.get(id)).filter((row) => row !== undefined),
    links,
    carried,
    targets: [...rowsIn('venues', 'id', targets), ...rowsIn('organizers', 'id', targets)],
    terms: rowsIn('terms', 'id', [...new Set(carried.map((row) => row['term_id']))]),
  })
  send(reply, total, Buffer.from(JSON.stringify({ events, total })))
}

const templates = readTemplates(db, TEMPLATES)
const insert = db.transaction(createInserter(db))
const textOf = db.prepare<[unknown], Buffer>('select text from bench_texts where id = ?').pluck()
const created = templates.map(({ event }) => textOf.get(event['id']) ?? Buffer.from('{}'))
let turn = 0

function create(reply: ServerResponse): void {
  const place = turn++ % templates.length
  const template = templates[place]
  if (template) insert.immediate(template)
  const body = created[place]
  reply.writeHead(201, { ...headers, 'content-length': body?.length ?? 0 })
  reply.end(body)
}

serveOnLoopback((request, reply) => {
  const { method, url = '' } = request
  if (method === 'POST') void collectRequestBody(request).then(() => create(reply))
  else if (url.startsWith('/rows')) sendRows(reply, getSearch(request))
  else sendTexts(reply, getSearch(request))
})
