/** Rows of reads: each beside the least that could answer the same. */
import { randomOf } from '../src/cli/random.ts'
import { variedAddresses } from './addresses.ts'
import { NAMESPACE } from './kept-calendar.ts'
import { type Ask, askText } from './load.ts'
import { compare, type Pace, type Row, type Side } from './rounds.ts'
import type { Stage } from './stage.ts'

/** For throughput, and for the time of an answer that waits for no other. */
export const MANY = 10
export const ONE = 1

/** Always the same request. */
const always = (text: string) => (): Ask => ({ text, kind: '' })

interface Walks {
  readonly service: () => Ask
  readonly texts: () => Ask
  readonly rows: () => Ask
}

/** Every side goes through the same sequence, each at its own speed, and on where it stopped in later rows. */
export function walksOf({ facts, seed }: Stage): Walks {
  const through = (before: string) => {
    const walk = variedAddresses(seed, facts)
    return (): Ask => {
      const { kind, query } = walk.next().value
      return { text: askText(`${before}?${query}`), kind }
    }
  }
  return { service: through(`${NAMESPACE}/events`), texts: through('/texts'), rows: through('/rows') }
}

export async function hotRows(stage: Stage, pace: Pace): Promise<Row[]> {
  const { port, server, etag, authorization } = stage
  const path = `${NAMESPACE}/events`
  const bare = { name: 'node:http', port: server.port }
  const sides = (headers: Record<string, string>, target: number, status = 200): Side[] => [
    { name: 'calends', port, next: always(askText(path, { headers })), status },
    { ...bare, next: always(askText('/hot', { headers })), status, target },
  ]
  const rows = []
  for (const connections of [MANY, ONE]) {
    rows.push(await compare('hot page of 50 events', connections, sides({}, 0.6), pace))
    const conditional = sides({ 'if-none-match': etag }, 0.7, 304)
    rows.push(await compare('the same, not modified (304)', connections, conditional, pace))
  }
  rows.push(await compare('the same, signed in', MANY, untargeted(sides({ authorization }, 0)), pace))
  return rows
}

const untargeted = (sides: readonly Side[]): Side[] => sides.map(({ target: _target, ...side }) => side)

export async function variedRows(stage: Stage, walks: Walks, pace: Pace): Promise<Row[]> {
  const { port, database, driver } = stage
  const sides: Side[] = [
    { name: 'calends', port, next: walks.service },
    { name: `${driver}, prebuilt texts`, port: database.port, next: walks.texts, target: 0.6 },
    { name: `${driver}, JSON.stringify`, port: database.port, next: walks.rows },
  ]
  const name = 'varied lists, each address once'
  return [await compare(name, MANY, sides, pace), await compare(name, ONE, sides, pace)]
}

export async function singleRows({ port, server, facts, seed }: Stage, pace: Pace): Promise<Row[]> {
  const events = (before: string) => {
    const random = randomOf(seed)
    return (): Ask => ({ text: askText(`${before}/${random.pick(facts.ids)}`), kind: '' })
  }
  const sides: Side[] = [
    { name: 'calends', port, next: events(`${NAMESPACE}/events`) },
    { name: 'node:http', port: server.port, next: events('/singles'), target: 0.5 },
  ]
  const first = await compare('random single event, first time', ONE, untargeted(sides), pace)
  await askAll(port, facts.ids)
  const name = 'random single event'
  return [first, await compare(name, MANY, sides, pace), await compare(name, ONE, sides, pace)]
}

/** More are not asked for ahead: no memory would hold them. */
const MOST_AHEAD = 10_000

async function askAll(port: number, ids: readonly number[]): Promise<void> {
  const left = ids.slice(0, MOST_AHEAD)
  const ask = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      await (await fetch(`http://127.0.0.1:${port}${NAMESPACE}/events/${id}`)).arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: MANY }, ask))
}
