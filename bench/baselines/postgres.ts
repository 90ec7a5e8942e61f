/**
 * Database baseline for PostgreSQL, with the pg driver and the same number of connections as the service.
 * `node postgres.ts URL HEADERS` serves the same paths as `sqlite.ts`.
 */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import pg from 'pg'
import { collectRequestBody, getSearch, serveOnLoopback } from './listen.ts'
import { buildListStatements, findDescendants, getUtcNow, type ListStatements, type SqlDialect } from './queries.ts'
import { buildViews, type DatabaseRow } from './rows.ts'

const CONNECTIONS = 10
const TEMPLATES = 1000

const dialect: SqlDialect = {
  placeholder: (position) => `$${position}`,
  wordMatches: (placeholder) => `select rowid from post_search where text like ${placeholder}`,
  word: (text) => `%${text}%`,
  joinTexts: (page) => `select string_agg(text, ',' order by start_date, date, page.id) as texts
    from (${page}) page join bench_texts on bench_texts.id = page.id`,
}

const [url = '', headersFile = ''] = process.argv.slice(2)
const headers: Readonly<Record<string, string>> = JSON.parse(readFileSync(headersFile, 'utf8'))
const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
const now = getUtcNow()
const names = new Map<string, string>()

/** Uses named statements, which are prepared once per connection. */
function createNamedQuery(text: string, values: readonly unknown[]) {
  const name = names.get(text) ?? `bench_${names.size}`
  names.set(text, name)
  return { name, text, values: [...values] }
}

async function query(text: string, values: readonly unknown[]): Promise<DatabaseRow[]> {
  return (await pool.query<DatabaseRow>(createNamedQuery(text, values))).rows
}

const categories = await pool.query<{ id: number; parent: number }>(
  "select id, parent from terms where taxonomy = 'category'",
)
const descendants = findDescendants(categories.rows)

function send(reply: ServerResponse, total: number, body: Buffer): void {
  reply.writeHead(200, { ...headers, 'x-tec-total': total, 'x-wp-total': total, 'content-length': body.length })
  reply.end(body)
}

const readTotal = ([row]: readonly DatabaseRow[]): number => Number(row?.['total'])
const queryCount = ({ count, values }: ListStatements) => query(count, values)

async function sendTexts(reply: ServerResponse, search: string): Promise<void> {
  const statements = buildListStatements(search, now, descendants, dialect)
  const [counts, [page]] = await Promise.all([
    queryCount(statements),
    query(statements.texts, [...statements.values, statements.offset]),
  ])
  const total = readTotal(counts)
  const envelope = `"rest_url":"http://calends.example/api/cal/events/v1/events/?${search}","total":${total}`
  send(reply, total, Buffer.from(`{"events":[${page?.['texts'] ?? ''}],${envelope}}`))
}

const findRows = (table: string, column: string, ids: readonly unknown[]): Promise<DatabaseRow[]> =>
  query(`select * from ${table} where ${column} = any($1::integer[])`, [ids])

async function sendRows(reply: ServerResponse, search: string): Promise<void> {
  const statements = buildListStatements(search, now, descendants, dialect)
  const [counts, idRows] = await Promise.all([
    queryCount(statements),
    query(statements.ids, [...statements.values, statements.offset]),
  ])
  const ids = idRows.map((row) => row['id'])
  const [unordered, links, termLinks] = await Promise.all([
    findRows('events', 'id', ids),
    findRows('links', 'event_id', ids),
    findRows('event_terms', 'event_id', ids),
  ])
  const targets = [...new Set(links.map((link) => link['target_id']))]
  const termIds = [...new Set(termLinks.map((row) => row['term_id']))]
  const [venues, organizers, terms] = await Promise.all([
    findRows('venues', 'id', targets),
    findRows('organizers', 'id', targets),
    findRows('terms', 'id', termIds),
  ])
  const byId = new Map(unordered.map((row) => [row['id'], row]))
  const events = ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
  const total = readTotal(counts)
  const views = buildViews({ events, links, termLinks, targets: [...venues, ...organizers], terms })
  send(reply, total, Buffer.from(JSON.stringify({ events: views, total })))
}

const templates = await query('select * from events order by id limit $1', [TEMPLATES])
const templateIds = templates.map((row) => row['id'])
const [links, termLinks, searched, texts] = await Promise.all([
  findRows('links', 'event_id', templateIds),
  findRows('event_terms', 'event_id', templateIds),
  findRows('post_search', 'rowid', templateIds),
  findRows('bench_texts', 'id', templateIds),
])
const textById = new Map([...searched.map((row) => [row['rowid'], row['text']] as const)])
const answerById = new Map(texts.map((row) => [row['id'], Buffer.from(String(row['text']))]))
const columns = Object.keys(templates[0] ?? {})
const eventInsert = `insert into events (${columns}) values (${columns.map((_, place) => `$${place + 1}`)})`
let turn = 0

/** Inserts the same rows as the service, one statement per table, in a synchronous transaction. */
async function insert(event: DatabaseRow): Promise<void> {
  const client = await pool.connect()
  const run = (text: string, values: readonly unknown[]) => client.query<DatabaseRow>(createNamedQuery(text, values))
  const own = (rows: readonly DatabaseRow[]) => rows.filter((row) => row['event_id'] === event['id'])
  const columnOf = (rows: readonly DatabaseRow[], name: string) => rows.map((row) => row[name])
  try {
    await client.query('begin')
    const { rows } = await run("insert into object_ids (kind) values ('event') returning id", [])
    const id = rows[0]?.['id']
    await run(eventInsert, Object.values({ ...event, id }))
    const linked = own(links)
    const lists = ['kind', 'position', 'target_id'].map((name) => columnOf(linked, name))
    await run('insert into links select $1, * from unnest($2::text[], $3::integer[], $4::integer[])', [id, ...lists])
    const terms = columnOf(own(termLinks), 'term_id')
    await run('insert into event_terms select $1, * from unnest($2::integer[])', [id, terms])
    await run('update terms set count = count + 1 where id = any($1::integer[])', [terms])
    await run('insert into post_search (rowid, text) values ($1, $2)', [id, textById.get(event['id'])])
    await run("insert into changes (kind, id, op, at) values ('event', $1, 'create', $2)", [id, event['modified_utc']])
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function create(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  await collectRequestBody(request)
  const event = templates[turn++ % templates.length] ?? {}
  await insert(event)
  const body = answerById.get(event['id']) ?? Buffer.from('{}')
  reply.writeHead(201, { ...headers, 'content-length': body.length })
  reply.end(body)
}

async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { method, url: path = '' } = request
  if (method === 'POST') return create(request, reply)
  return path.startsWith('/rows') ? sendRows(reply, getSearch(request)) : sendTexts(reply, getSearch(request))
}

serveOnLoopback((request, reply) => {
  answer(request, reply).catch((error: unknown) => {
    process.stderr.write(`${error}\n`)
    reply.writeHead(500, { 'content-length': 0 }).end()
  })
})
