/** Checks at startup that notifications arrive, which a pooler with transaction pooling does not deliver. */
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type Pg from 'pg'
import { isPooledConnection } from './connection-pool.ts'

/** Notifications normally arrive within milliseconds. */
const ARRIVAL_MILLISECONDS = 5000

export interface NotificationCheckOptions {
  readonly newClient: () => Pg.Client
  /** Sends a notification through `DATABASE_URL`. */
  readonly notify: (channel: string) => Promise<unknown>
  /** True if `newClient` connects to `DATABASE_LISTEN_URL`, false if to `DATABASE_URL`. */
  readonly isSeparate: boolean
}

/**
 * Throws an `Error` for the operator if notifications do not arrive. Failures of the connection are left to the poller,
 * which reports them and tries again.
 */
export async function checkNotifications(options: NotificationCheckOptions): Promise<void> {
  const arrives = await testArrival(options).catch(() => true)
  if (arrives) return
  throw new Error(
    options.isSeparate
      ? 'Notifications that are sent through DATABASE_URL do not arrive at DATABASE_LISTEN_URL. Expected a connection to the same database, without a pooler or through one with pool_mode = session.'
      : 'DATABASE_URL leads to a pooler that does not deliver notifications, such as PgBouncer with pool_mode = transaction. Set DATABASE_LISTEN_URL to a direct connection to the same database.',
  )
}

/** The listening connection sends nothing while it waits: with transaction pooling it has no server then. */
async function testArrival({ newClient, notify, isSeparate }: NotificationCheckOptions): Promise<boolean> {
  const client = newClient()
  // Without a listener, a lost connection would end the process.
  client.on('error', () => {})
  const waiting = new AbortController()
  try {
    await client.connect()
    if (!isSeparate && !(await isPooled(client))) return true
    const channel = `calends_check_${randomBytes(8).toString('hex')}`
    const arrived = new Promise<boolean>((resolve) => client.once('notification', () => resolve(true)))
    await client.query(`listen ${channel}`)
    await notify(channel)
    return await Promise.race([arrived, setTimeout(ARRIVAL_MILLISECONDS, false, { signal: waiting.signal })])
  } finally {
    waiting.abort()
    client.connection.stream.destroy()
  }
}

async function isPooled(client: Pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return isPooledConnection(client, rows[0]?.pid)
}
