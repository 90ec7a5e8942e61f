/**
 * `npm run screenshots -- ORIGIN FOLDER [PATH...]`: pictures of the pages of a running service, in two languages, light and
 * dark, and in three widths. Prints the violations of accessibility rules, the layout shift and the errors of each page.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startBrowser, type TestBrowser, takeScreenshot, type VisitOptions } from '../test/helper/browser/browser.ts'

const VIEWS = [
  '/events/',
  '/events/month/',
  '/events/week/',
  '/events/today/',
  '/events/map/',
  '/events/photo/',
  '/events/summary/',
  '/events/past/',
  '/events/?search=jazz',
  '/events/?search=nothing-like-this',
  '/venues/',
  '/organizers/',
]
const SIZES = [
  { name: 'phone', width: 360, height: 740 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'desktop', width: 1440, height: 900 },
]
const MODES = [
  { scheme: 'light', language: 'en' },
  { scheme: 'dark', language: 'de' },
] as const

async function main([origin, folder, ...paths]: readonly string[]): Promise<void> {
  if (!origin || !folder) throw new Error('usage: npm run screenshots -- ORIGIN FOLDER [PATH...]')
  mkdirSync(folder, { recursive: true })
  const views = paths.length > 0 ? paths : [...VIEWS, ...(await findRecordPages(origin))]
  const browser = await startBrowser()
  try {
    for (const path of views) {
      for (const mode of MODES) {
        for (const { name, ...size } of SIZES) {
          const file = `${path.replace(/\W+/g, '-').replace(/^-|-$/g, '')}-${name}-${mode.scheme}-${mode.language}.png`
          await takePicture(browser, new URL(path, origin).href, { file: join(folder, file), ...size, ...mode })
        }
      }
    }
  } finally {
    await browser.close()
  }
}

async function takePicture(
  browser: TestBrowser,
  url: string,
  { file, ...options }: VisitOptions & { readonly file: string },
): Promise<void> {
  const visit = await browser.visit(url, options)
  const shift = await visit.measureLayoutShift()
  const faults = [...visit.problems, ...(await visit.violations()), ...(shift > 0 ? [`layout shift ${shift}`] : [])]
  // The first screens; a list of thousands of events is too high for a picture.
  await takeScreenshot(visit.page, {
    path: file,
    clip: { x: 0, y: 0, width: options.width ?? 0, height: 2400 },
    fullPage: true,
  })
  await visit.close()
  process.stdout.write([file, ...faults].join('\n  ').concat('\n'))
}

/** Pages of the next event with an image, of its venue and organizer. */
async function findRecordPages(origin: string): Promise<readonly string[]> {
  const response = await fetch(new URL('/wp-json/tribe/events/v1/events?per_page=50&has_image=true', origin))
  const { events = [] } = Object(await response.json())
  const [event] = events
  const links = event ? [event, event.venue, event.organizer?.[0]] : []
  return links.flatMap((record) => (record?.url ? [new URL(record.url).pathname] : []))
}

await main(process.argv.slice(2))
