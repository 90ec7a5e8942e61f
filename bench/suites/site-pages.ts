/** Server time of public pages: each page once, then repeatedly. */

import { addDays, toDateOnly } from '../../src/base/time/parse-date.ts'
import { createRandom } from '../../src/features/settings/sample/seeded-random.ts'
import type { Fixture } from '../fixture/fixture.ts'
import { formatRequest } from '../lib/load-generator.ts'
import { type BenchResult, type RoundOptions, runRounds } from '../lib/rounds.ts'
import { ONE_CONNECTION } from './reads.ts'

const PAGES = 20
const DAYS_PER_MONTH = 30.44

export async function measurePages({ service, contents, seed }: Fixture, pace: RoundOptions): Promise<BenchResult[]> {
  const { today, firstDay, slugs } = contents
  const numbers = Array.from({ length: PAGES }, (_, index) => index)
  const month = (number: number) =>
    toDateOnly(addDays(`${toDateOnly(today)} 00:00:00`, Math.round(firstDay + (number + 1) * DAYS_PER_MONTH))).slice(
      0,
      7,
    )
  const pages = {
    month: numbers.map((number) => `/events/${month(number)}/`),
    list: numbers.slice(0, contents.pages).map((number) => `/events/?page=${number + 1}`),
    event: slugs.slice(0, PAGES).map((slug) => `/event/${slug}/`),
  }
  const results: BenchResult[] = []
  for (const [kind, paths] of Object.entries(pages)) {
    const random = createRandom(seed)
    let turn = 0
    const measure = (name: string, next: () => string | undefined, requests?: number) => {
      const request = () => ({ text: formatRequest(next() ?? '/'), kind })
      const contenders = [{ name: 'calends', process: service, next: request }]
      const options = { name, connections: ONE_CONNECTION, contenders }
      return runRounds(requests === undefined ? options : { ...options, requests }, pace)
    }
    results.push(await measure(`${kind} page (HTML), first request`, () => paths[turn++ % paths.length], paths.length))
    results.push(await measure(`${kind} page (HTML), repeated`, () => random.pick(paths)))
  }
  return results
}
