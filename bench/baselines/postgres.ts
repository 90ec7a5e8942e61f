/**
 * As `sqlite.ts`, with pg alone and as many connections as the service has: `node postgres.ts URL HEADERS`
 * answers /texts?QUERY, /rows?QUERY and POST /.
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
  place: (number) => `$${number}`,
  holders: (place) => `select rowid from post_search where text like ${place}`,
  word: (text) => `%${text}%`,
  joined: (page) => `select string_agg(text, ',' order by start_date, date, page.id) as texts
    from (${page}) page join bench_texts on bench_texts.id = page.id`,
}

const [url = '', headersFile = ''] = process.argv.slice(2)
const headers: Readonly<Record<string, string>> = JSON.parse(readFileSync(headersFile, 'utf8'))
const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
const now = getUtcNow()
const names = new Map<string, string>()

/** Prepared under a name, once a connection. */
function named(text: string, values: readonly unknown[]) {
  const name = names.get(text) ?? `bench_${names.size}`
  names.set(text, name)
  return { name, text, values: [...values] }
}

async function ask(text: string, values: readonly unknown[]): Promise<DatabaseRow[]> {
  return (await pool.query<DatabaseRow>(named(text, values))).rows
}

const categories = await pool.query<{ id: number; parent: number }>(
  "select id, parent from terms where taxonomy = 'category'",
)
const descendants = findDescendants(categories.rows)

function send(reply: ServerResponse, total: number, body: Buffer): void {
  reply.writeHead(200, { ...headers, 'x-tec-total': total, 'x-wp-total': total, 'content-length': body.length })
  reply.end(body)
}

const totalIn = ([row]: readonly DatabaseRow[]): number => Number(row?.['total'])
const countOf = ({ count, values }: ListStatements) => ask(count, values)

async function sendTexts(reply: ServerResponse, search: string): Promise<void> {
  const query = buildListStatements(search, now, descendants, dialect)
  const [counted, [page]] = await Promise.all([countOf(query), ask(query.texts, [...query.values, query.offset])])
  const total = totalIn(counted)
  const envelope = `"rest_url":"http://calends.example/api/cal/events/v1/events/?${search}","total":${total}`
  send(reply, total, Buffer.from(`{"events":[${page?.['texts'] ?? ''}],${envelope}}`))
}

const rowsIn = (table: string, column: string, ids: readonly unknown[]): Promise<DatabaseRow[]> =>
  ask(`select * from ${table} where ${column} = any($1::integer[])`, [ids])

async function sendRows(reply: ServerResponse, search: string): Promise<void> {
  const query = buildListStatements(search, now, descendants, dialect)
  const [counted, found] = await Promise.all([countOf(query), ask(query.ids, [...query.values, query.offset])])
  const ids = found.map((row) => row['id'])
  const [unordered, links, carried] = await Promise.all([
    rowsIn('events', 'id', ids),
    rowsIn('links', 'event_id', ids),
    rowsIn('event_terms', 'event_id', ids),
  ])
  const targets = [...new Set(links.map((link) => link['target_id']))]
  const termIds = [...new Set(carried.map((row) => row['term_id']))]
  const [venues, organizers, terms] = await Promise.all([
    rowsIn('venues', 'id', targets),
    rowsIn('organizers', 'id', targets),
    rowsIn('terms', 'id', termIds),
  ])
  const byId = new Map(unordered.map((row) => [row['id'], row]))
  const events = ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
  const total = totalIn(counted)
  const views = buildViews({ events, links, carried, targets: [...venues, ...organizers], terms })
  send(reply, total, Buffer.from(JSON.stringify({ events: views, total })))
}

const templates = await ask('select * from events order by id limit $1', [TEMPLATES])
const templateIds = templates.map((row) => row['id'])
const [links, carried, searched, texts] = await Promise.all([
  rowsIn('links', 'event_id', templateIds),
  rowsIn('event_terms', 'event_id', templateIds),
  rowsIn('post_search', 'rowid', templateIds),
  rowsIn('bench_texts', 'id', templateIds),
])
const textById = new Map([...searched.map((row) => [row['rowid'], row['text']] as const)])
const answerById = new Map(texts.map((row) => [row['id'], Buffer.from(String(row['text']))]))
const columns = Object.keys(templates[0] ?? {})
const eventInsert = `insert into events (${columns}) values (${columns.map((_, place) => `$${place + 1}`)})`
let turn = 0

/** The same rows as the service's, each kind in one statement, in a transaction that waits for the disk. */
async function insert(event: DatabaseRow): Promise<void> {
  const client = await pool.connect()
  const run = (text: string, values: readonly unknown[]) => client.query<DatabaseRow>(named(text, values))
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
    const terms = columnOf(own(carried), 'term_id')
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
