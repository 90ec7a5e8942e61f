/** A real browser, packaged, which needs nothing of the machine; and a judge of how accessible what it shows is. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import packaged from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Meant for a sandbox of one page at a time, and laxer than visitors' browsers. */
const UNWANTED = ['--single-process', '--no-zygote', '--disable-web-security', '--allow-running-insecure-content']

export async function startBrowser(): Promise<Browser> {
  const executablePath = await packaged.executablePath()
  return chromium.launch({ executablePath, args: packaged.args.filter((flag) => !UNWANTED.includes(flag)) })
}

export interface Visit {
  readonly page: Page
  /** What the page complained of, and whom it asked besides its own site. */
  readonly complaints: readonly string[]
  readonly close: () => Promise<void>
}

/** A visitor of their own, without a past. */
export async function visit(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:')) complaints.push(`asked ${url}`)
  })
  return { page, complaints, close: () => context.close() }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules that a page breaks, each with the first element at fault. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE)
  return page.evaluate<string[]>(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200) + ' ' + nodes[0].failureSummary))`,
  )
}
