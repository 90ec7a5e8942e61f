/** The parts that differ between the database engines; each engine has a file of its own. */

import { createChangeBus } from './change-log/change-bus.ts'
import { openPostgres } from './postgres/postgres-engine.ts'
import { openSqlite } from './sqlite/sqlite-engine.ts'
import type { ChangeBusPublisher, Connections, DatabaseOptions } from './types.ts'

const DEFAULT_OPTIONS: DatabaseOptions = { timeout: 30, connections: 10 }

/** Opens `sqlite:PATH` or `postgres://...`. Throws a plain `Error` for any other URL. */
export async function openEngine(
  url: string,
  options: DatabaseOptions = DEFAULT_OPTIONS,
  bus: ChangeBusPublisher = createChangeBus(),
): Promise<Connections> {
  if (url.startsWith('sqlite:')) return openSqlite(url.slice('sqlite:'.length), options, bus)
  if (/^postgres(?:ql)?:/.test(url)) return openPostgres(url, options, bus)
  throw new Error(`DATABASE_URL: ${url.split(':')[0]}: is not supported; use sqlite:PATH or postgres://...`)
}
