/** The recorded exchanges with the reference service; see the README in their folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Json, TestUser } from '../helper/service.ts'

export interface Exchange {
  readonly n: number
  readonly name: string
  /** Number and name of the group, from the name of its file. */
  readonly group: string
  readonly role: TestUser
  readonly method: string
  /** From `/wp-json` on. */
  readonly path: string
  readonly request_headers?: Readonly<Record<string, string>>
  readonly request_json?: Json
  readonly request_json_note?: string
  readonly request_body?: string
  readonly at_utc: string
  readonly status: number
  readonly response_headers: Readonly<Record<string, string>>
  readonly response_json?: Json
  readonly response_text?: string
  /** Description of a change outside of the API, which has neither method nor path. */
  readonly setup?: string
}

/** Undefined when the folder does not exist. */
export function loadExchanges(folder: string): readonly Exchange[] | undefined {
  const exchangesFolder = join(folder, 'exchanges')
  if (!existsSync(exchangesFolder)) return undefined
  const files = readdirSync(exchangesFolder).filter((name) => name.endsWith('.jsonl.gz'))
  return files.sort().flatMap((name) => {
    const group = name.replace('.jsonl.gz', '')
    const lines = gunzipSync(readFileSync(join(exchangesFolder, name)))
      .toString('utf8')
      .split('\n')
    return lines.filter((line) => line !== '').map((line): Exchange => ({ ...JSON.parse(line), group }))
  })
}

const NAMESPACE = '/tribe/events/v1'

/** Why an exchange cannot be replayed at all; undefined when it can. */
export function findExclusionReason(exchange: Exchange): string | undefined {
  const { path, request_body: body, request_json_note: note } = exchange
  if (exchange.setup !== undefined) return 'changed outside of the API'
  if (!path.includes(NAMESPACE) && !path.startsWith('/wp-json/?')) return 'outside of the namespace'
  if (note !== undefined || /^<\d+ bytes binary>$/.test(body ?? '')) return 'request not recorded completely'
  return exchange.request_headers?.['Cookie']?.includes('wordpress_logged_in_5d') ? 'cookie session' : undefined
}

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

/** Recordings omit `Authorization`; the names of these exchanges contain its kind. */
const CREDENTIALS: readonly (readonly [string, string])[] = [
  ['auth bad app password', basic('admin:wrong wrong')],
  ['auth unknown user', basic('nobody:secret')],
  ['auth login password', basic('admin:x')],
  ['auth email as user', basic('admin@example.test:wrong')],
  ['auth empty password', basic('admin:')],
  ['auth empty user', basic(':secret')],
  ['auth no colon', basic('admin')],
  ['auth not base64', 'Basic !!!'],
  ['auth bearer', 'Bearer abc'],
  ['auth garbage', 'Garbage'],
]

export function getAuthorization({ name }: Exchange): string | undefined {
  return CREDENTIALS.find(([prefix]) => name.startsWith(prefix))?.[1]
}
