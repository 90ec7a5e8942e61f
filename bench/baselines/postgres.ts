/**
 * Database baseline for PostgreSQL, with the pg driver and the same number of connections as the service. `node
 * postgres.ts URL TEXTS HEADERS` serves the same as `sqlite.ts`; TEXTS is not used, because the database contains them.
 */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import pg from 'pg'
import type { DatabaseRow } from '../fixture/event-rows.ts'
import { collectRequestBody, getSearch, serveOnLoopback } from './listen.ts'
import { buildListStatements, findDescendants, getUtcNow, type SqlDialect } from './queries.ts'

const CONNECTIONS = 10
const TEMPLATES = 1000

const dialect: SqlDialect = {
  placeholder: (position) => `$${position}`,
  wordMatches: (placeholder) => `select rowid from post_search where text like ${placeholder}`,
  word: (text) => `%${text}%`,
  joinTexts: (page) => `select string_agg(text, ',' order by start_date, date, page.id) as texts
    from (${page}) page join bench_texts on bench_texts.id = page.id`,
}

const [url = '', , headersFile = ''] = process.argv.slice(2)
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

async function sendList(reply: ServerResponse, search: string): Promise<void> {
  const { count, texts, values, offset } = buildListStatements(search, now, descendants, dialect)
  const [[counted], [page]] = await Promise.all([query(count, values), query(texts, [...values, offset])])
  const total = Number(counted?.['total'])
  const envelope = `"rest_url":"http://calends.example/api/cal/events/v1/events/?${search}","total":${total}`
  const body = Buffer.from(`{"events":[${page?.['texts'] ?? ''}],${envelope}}`)
  reply.writeHead(200, { ...headers, 'x-tec-total': total, 'x-wp-total': total, 'content-length': body.length })
  reply.end(body)
}

const templates = await query('select * from events order by id limit $1', [TEMPLATES])
const templateIds = templates.map((row) => row['id'])
const findRows = (table: string, column: string): Promise<DatabaseRow[]> =>
  query(`select * from ${table} where ${column} = any($1::integer[])`, [templateIds])
const [links, eventTerms, searched, fragments, texts] = await Promise.all([
  findRows('links', 'event_id'),
  findRows('event_terms', 'event_id'),
  findRows('post_search', 'rowid'),
  findRows('fragments', 'id'),
  findRows('bench_texts', 'id'),
])
const textById = new Map(searched.map((row) => [row['rowid'], row['text']]))
const bodyById = new Map(texts.map((row) => [row['id'], Buffer.from(String(row['text']))]))
let turn = 0

/** Inserts the same rows as the service, one statement per table, in a synchronous transaction. */
async function insert(event: DatabaseRow): Promise<void> {
  const client = await pool.connect()
  const run = (text: string, values: readonly unknown[]) => client.query<DatabaseRow>(createNamedQuery(text, values))
  const insertRow = (table: string, row: DatabaseRow) => {
    const columns = Object.keys(row)
    const values = columns.map((_, index) => `$${index + 1}`)
    return run(`insert into ${table} (${columns}) values (${values})`, Object.values(row))
  }
  try {
    await run('begin', [])
    const { rows } = await run("insert into object_ids (kind) values ('event') returning id", [])
    const id = rows[0]?.['id']
    await insertRow('events', { ...event, id })
    for (const [table, all] of [
      ['links', links],
      ['event_terms', eventTerms],
    ] as const) {
      const own = all.filter((row) => row['event_id'] === event['id']).map((row) => ({ ...row, event_id: id }))
      await run(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [JSON.stringify(own)])
    }
    for (const fragment of fragments)
      if (fragment['id'] === event['id']) await insertRow('fragments', { ...fragment, id })
    const terms = eventTerms.filter((row) => row['event_id'] === event['id']).map((row) => row['term_id'])
    await run('update terms set count = count + 1 where id = any($1::integer[])', [terms])
    await run('insert into post_search (rowid, text) values ($1, $2)', [id, textById.get(event['id'])])
    await run("insert into changes (kind, id, op, at) values ('event', $1, 'create', $2)", [id, event['modified_utc']])
    await run('commit', [])
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
  const body = bodyById.get(event['id']) ?? Buffer.from('{}')
  reply.writeHead(201, { ...headers, 'content-length': body.length })
  reply.end(body)
}

serveOnLoopback((request, reply) => {
  const sent = request.method === 'POST' ? create(request, reply) : sendList(reply, getSearch(request))
  sent.catch((error: unknown) => {
    process.stderr.write(`${error}\n`)
    reply.writeHead(500, { 'content-length': 0 }).end()
  })
})
