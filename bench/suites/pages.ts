/** Part of `npm run bench`: first contentful paint and size of pages on a first visit. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBrowser } from '../../test/helper/browser/browser.ts'
import { measurePageSize } from '../../test/helper/browser/page-weight.ts'
import { alignColumns } from '../lib/report.ts'
import { median } from '../lib/rounds.ts'
import { createEnvironment, launchService, PROGRAM_PATH } from '../lib/service.ts'

const EVENTS = 10_000
const VISITS = 15
const TILES = 'http://127.0.0.1:9/{z}/{x}/{y}.png'

/** Resolves to the milliseconds from navigation to first contentful paint. */
const FIRST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime)
  }).observe({ type: 'paint', buffered: true })
})`

const folder = mkdtempSync(join(tmpdir(), 'calends-bench-'))
const settings = { CACHE_MEGABYTES: '0', PER_PAGE: '50', MAP_TILES_URL: TILES }
const { child, url, authorization } = await launchService(folder, settings)
spawnSync(process.execPath, [PROGRAM_PATH, 'seed', '--events', String(EVENTS), '--no-images'], {
  env: createEnvironment(folder),
  stdio: 'ignore',
})
await placeVenues()
const browser = await startBrowser()

/** Each visit uses a new browser context without cache. */
async function paints(path: string): Promise<number[]> {
  const times: number[] = []
  for (let number = 0; number < VISITS; number++) {
    const { page, close } = await browser.visit(`${url}${path}`)
    times.push(await page.evaluate<number>(FIRST_PAINT))
    await close()
  }
  return times
}

interface Listed {
  readonly id: number
  readonly slug: string
}

async function listed(kind: 'events' | 'venues' | 'organizers' | 'categories', count: number): Promise<Listed[]> {
  const response = await fetch(`${url}/api/cal/events/v1/${kind}?per_page=${count}`)
  return Object(await response.json())[kind]
}

async function firstSlug(kind: Parameters<typeof listed>[0]): Promise<string> {
  const [first] = await listed(kind, 1)
  return first?.slug ?? ''
}

/** Sets coordinates, so that the map has pins. */
async function placeVenues(): Promise<void> {
  for (const [at, { id }] of (await listed('venues', 100)).entries()) {
    const body = JSON.stringify({ geo_lat: 47 + at / 50, geo_lng: 7 + (at % 10) / 5 })
    const headers = { authorization, 'content-type': 'application/json' }
    const { status } = await fetch(`${url}/api/cal/events/v1/venues/${id}`, { method: 'POST', headers, body })
    if (status !== 200) throw new Error(`${status} while setting the coordinates of a venue`)
  }
}

const pages: readonly (readonly [string, string])[] = [
  ['list of 50 events', '/events/'],
  ['month', '/events/month/'],
  ['week', '/events/week/'],
  ['day', '/events/today/'],
  ['map', '/events/map/'],
  ['event', `/event/${await firstSlug('events')}/`],
  ['venue', `/venue/${await firstSlug('venues')}/`],
  ['organizer', `/organizer/${await firstSlug('organizers')}/`],
  ['category', `/events/category/${await firstSlug('categories')}/`],
]

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1)

const lines: string[][] = []
for (const [name, path] of pages) {
  const { page, files, lazyFiles: later } = await measurePageSize(`${url}${path}`)
  const times = await paints(path)
  const shown = [median(times), Math.max(...times)].map((time) => time.toFixed(0))
  lines.push([name, ...shown, ...[page, files, page + files, later].map(kilobytes)])
}
const head = ['page', 'painted ms', 'at most', 'page kB', 'css, js', 'in all', 'later']
process.stdout.write(`${VISITS} first visits of each page, ${EVENTS} events, service without cache\n`)
process.stdout.write(`${alignColumns([head, ...lines], [0])}\n`)
await browser.close()
child.kill('SIGTERM')
child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
