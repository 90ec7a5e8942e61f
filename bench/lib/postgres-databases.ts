/** Copies the fixture calendar to PostgreSQL twice: for the service, and with texts for the baseline. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { loadSqlite } from '../../src/storage/sqlite/load-driver.ts'
import { startPostgres } from '../../test/helper/postgres.ts'
import type { FixtureDatabases } from './fixture.ts'
import { type CachedCalendar, runCalendsCommand } from './fixture-calendar.ts'

/** Uses the server at this URL, or starts one for `start`. Commits are synchronous. */
export async function createPostgresDatabases(cached: CachedCalendar, server: string): Promise<FixtureDatabases> {
  if (server !== 'start') return fillServer(cached, server, async () => {})
  const own = await startPostgres(['listen_addresses=127.0.0.1', 'max_connections=50'])
  process.once('exit', own.stop)
  return fillServer(cached, `${own.url}/postgres`, async () => {
    process.off('exit', own.stop)
    own.stop()
  })
}

async function fillServer(
  cached: CachedCalendar,
  server: string,
  close: () => Promise<void>,
): Promise<FixtureDatabases> {
  const name = `calends_bench_${randomBytes(4).toString('hex')}`
  const urlFor = (database: string) => new URL(`/${database}`, server).href
  const remove = async () => {
    for (const database of [name, `${name}_baseline`])
      await execute(server, `drop database if exists ${database} with (force)`)
    await close()
  }
  try {
    await execute(server, `create database ${name} template template0 encoding 'UTF8'`)
    runCalendsCommand(
      cached.folder,
      'copy',
      '--from',
      `sqlite:${join(cached.folder, 'calends.db')}`,
      '--to',
      urlFor(name),
    )
    await execute(urlFor(name), 'vacuum analyze')
    await execute(server, `create database ${name}_baseline template ${name}`)
    await fillTexts(cached, urlFor(`${name}_baseline`))
  } catch (error) {
    await remove()
    throw error
  }
  return {
    driver: 'pg',
    settings: { DATABASE_URL: urlFor(name) },
    baseline: { name: 'postgres', database: urlFor(`${name}_baseline`) },
    close: remove,
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const BATCH = 500

async function fillTexts({ folder }: CachedCalendar, url: string): Promise<void> {
  const source = new (loadSqlite())(join(folder, 'baseline.db'), { readonly: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create table bench_texts (id integer primary key, text text not null)')
    const read = source.prepare<[number, number], { id: number; text: Buffer }>(
      'select id, text from bench_texts where id > ? order by id limit ?',
    )
    for (let rows = read.all(0, BATCH); rows.length > 0; rows = read.all(rows.at(-1)?.id ?? 0, BATCH)) {
      const columns = [rows.map(({ id }) => id), rows.map(({ text }) => text.toString())]
      await client.query('insert into bench_texts select * from unnest($1::integer[], $2::text[])', columns)
    }
    await client.query('vacuum analyze')
  } finally {
    await client.end()
    source.close()
  }
}
