/**
 * Database baseline: node:http and better-sqlite3 on a copy of the calendar. `node sqlite.ts DATABASE HEADERS` serves
 * /texts?QUERY from stored JSON, /rows?QUERY from rows by JSON.stringify, and POST / by inserting an event in a
 * synchronous transaction.
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
  placeholder: () => '?',
  wordMatches: (placeholder) => `select rowid from post_search where post_search match ${placeholder}`,
  word: (text) => `"${text}"`,
  // One blob is much cheaper than many JavaScript strings.
  joinTexts: (page) => `select cast(group_concat(text) as blob) as texts from (select text
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

const statements = new Map<string, Sqlite.Statement<unknown[], unknown>>()
function prepared(text: string): Sqlite.Statement<unknown[], unknown> {
  const statement = statements.get(text) ?? db.prepare<unknown[], unknown>(text).pluck()
  statements.set(text, statement)
  return statement
}

function send(reply: ServerResponse, total: number, body: Buffer): void {
  reply.writeHead(200, { ...headers, 'x-tec-total': total, 'x-wp-total': total, 'content-length': body.length })
  reply.end(body)
}

const countTotal = ({ count, values }: ListStatements): number => Number(prepared(count).get(...values))

function sendTexts(reply: ServerResponse, search: string): void {
  const query = buildListStatements(search, now, descendants, dialect)
  const total = countTotal(query)
  const texts = prepared(query.texts).get(...query.values, query.offset)
  const list = texts instanceof Buffer ? texts : Buffer.alloc(0)
  const envelope = `],"rest_url":"http://calends.example/api/cal/events/v1/events/?${search}","total":${total}}`
  send(reply, total, Buffer.concat([Buffer.from('{"events":['), list, Buffer.from(envelope)]))
}

const findRows = (table: string, column: string, ids: readonly unknown[]): DatabaseRow[] => {
  const text = `select * from ${table} where ${column} in (select value from json_each(?))`
  const statement = rowStatements.get(text) ?? db.prepare<[string], DatabaseRow>(text)
  rowStatements.set(text, statement)
  return statement.all(JSON.stringify(ids))
}
const rowStatements = new Map<string, Sqlite.Statement<[string], DatabaseRow>>()

function sendRows(reply: ServerResponse, search: string): void {
  const query = buildListStatements(search, now, descendants, dialect)
  const total = countTotal(query)
  const ids = prepared(query.ids).all(...query.values, query.offset)
  const byId = new Map(findRows('events', 'id', ids).map((row) => [row['id'], row]))
  const links = findRows('links', 'event_id', ids)
  const termLinks = findRows('event_terms', 'event_id', ids)
  const targets = [...new Set(links.map((link) => link['target_id']))]
  const events = buildViews({
    events: ids.map((id) => byId.get(id)).filter((row) => row !== undefined),
    links,
    termLinks,
    targets: [...findRows('venues', 'id', targets), ...findRows('organizers', 'id', targets)],
    terms: findRows('terms', 'id', [...new Set(termLinks.map((row) => row['term_id']))]),
  })
  send(reply, total, Buffer.from(JSON.stringify({ events, total })))
}

const templates = readTemplates(db, TEMPLATES)
const insert = db.transaction(createInserter(db))
const findText = db.prepare<[unknown], Buffer>('select text from bench_texts where id = ?').pluck()
const created = templates.map(({ event }) => findText.get(event['id']) ?? Buffer.from('{}'))
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
