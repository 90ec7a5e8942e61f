/**
 * Largest Contentful Paint of a running service's pages on a slow connection and processor, as web.dev defines "slow 4G":
 *
 *     npm run bench -- lcp http://127.0.0.1:8080
 *
 * Sample data: `calends seed --events 2000`, and a minute for the variants of its images.
 */
import type { Page } from 'playwright-core'
import { startBrowser } from '../../test/helper/browser/browser.ts'

/** Round trip of 150 ms, 1.6 Mbit/s down and 750 kbit/s up, in bytes per second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const CPU_SLOWDOWN = 4
const ROUNDS = 3
const WINDOWS = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } }

interface Paint {
  readonly milliseconds: number
  /** Tag and class of the largest element. */
  readonly element: string
}

const READ_PAINT = `new Promise((resolve) => new PerformanceObserver((list) => {
  const last = list.getEntries().at(-1)
  const { element } = last
  resolve({ milliseconds: last.startTime, element: element ? element.tagName + '.' + (element.className || element.parentElement.className) : '' })
}).observe({ type: 'largest-contentful-paint', buffered: true }))`

async function measurePaint(page: Page, url: string): Promise<Paint> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.goto(url, { waitUntil: 'load' })
  // Images that are visible are requested at the latest after the load event.
  await page.waitForTimeout(1500)
  return page.evaluate<Paint>(READ_PAINT)
}

const origin = process.argv[2] ?? 'http://127.0.0.1:8080'
const home = await (await fetch(`${origin}/events/`, { headers: { accept: 'text/html' } })).text()
const event = /class="entry-picture" href="([^"]+)"/.exec(home)?.[1] ?? /href="([^"]*\/event\/[^"]+)"/.exec(home)?.[1]
if (event === undefined) throw new Error(`${origin} shows no events`)
const browser = await startBrowser()
for (const path of ['/events/', '/events/month/', event])
  for (const [name, size] of Object.entries(WINDOWS)) {
    const paints: Paint[] = []
    for (let round = 0; round < ROUNDS; round++) {
      // Without cached files.
      const { page, close } = await browser.visit('about:blank', size)
      paints.push(await measurePaint(page, `${origin}${path}`))
      await close()
    }
    const [median] = paints.toSorted((a, b) => a.milliseconds - b.milliseconds).slice(Math.floor(ROUNDS / 2))
    process.stdout.write(`${path} ${name}: ${Math.round(median?.milliseconds ?? 0)} ms, ${median?.element}\n`)
  }
await browser.close()
