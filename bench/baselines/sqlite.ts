/**
 * Database baseline: node:http and better-sqlite3 on a copy of the calendar. `node sqlite.ts DATABASE TEXTS HEADERS` serves
 * lists from the stored JSON of events, and POST by inserting an event in a synchronous transaction.
 */
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type Sqlite from 'better-sqlite3'
import { loadSqlite } from '../../src/storage/sqlite/load-driver.ts'
import { createInserter, readTemplates } from '../fixture/event-rows.ts'
import { collectRequestBody, getSearch, serveOnLoopback } from './listen.ts'
import { buildListStatements, findDescendants, getUtcNow, type SqlDialect } from './queries.ts'

const TEMPLATES = 1000

const dialect: SqlDialect = {
  placeholder: () => '?',
  wordMatches: (placeholder) => `select rowid from post_search where post_search match ${placeholder}`,
  word: (text) => `"${text}"`,
  // One blob is much cheaper than many JavaScript strings.
  joinTexts: (page) => `select cast(group_concat(text) as blob) as texts from (select text
    from (${page}) page cross join bench_texts on bench_texts.id = page.id order by start_date, date, page.id)`,
}

const [file = '', textsFile = '', headersFile = ''] = process.argv.slice(2)
const db = new (loadSqlite())(file)
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.pragma('foreign_keys = ON')
db.pragma('cache_size = -65536')
db.prepare('attach ? as texts').run(textsFile)
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

function sendList(reply: ServerResponse, search: string): void {
  const { count, texts, values, offset } = buildListStatements(search, now, descendants, dialect)
  const total = Number(prepared(count).get(...values))
  const found = prepared(texts).get(...values, offset)
  const list = found instanceof Buffer ? found : Buffer.alloc(0)
  const envelope = `],"rest_url":"http://calends.example/api/cal/events/v1/events/?${search}","total":${total}}`
  const body = Buffer.concat([Buffer.from('{"events":['), list, Buffer.from(envelope)])
  reply.writeHead(200, { ...headers, 'x-tec-total': total, 'x-wp-total': total, 'content-length': body.length })
  reply.end(body)
}

const templates = readTemplates(db, TEMPLATES)
const insert = db.transaction(createInserter(db))
const findText = db.prepare<[unknown], Buffer>('select text from bench_texts where id = ?').pluck()
const created = templates.map(({ id }) => findText.get(id) ?? Buffer.from('{}'))
let turn = 0

function create(reply: ServerResponse): void {
  const index = turn++ % templates.length
  const template = templates[index]
  if (template) insert.immediate(template)
  const body = created[index]
  reply.writeHead(201, { ...headers, 'content-length': body?.length ?? 0 })
  reply.end(body)
}

serveOnLoopback((request, reply) => {
  if (request.method === 'POST') void collectRequestBody(request).then(() => create(reply))
  else sendList(reply, getSearch(request))
})
