/** A real browser: playwright-core controls an installed Chromium, else the one of a package. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import {
  type Browser,
  type Cookie,
  chromium,
  type LaunchOptions,
  type Page,
  type PageScreenshotOptions,
} from 'playwright-core'

export interface VisitOptions {
  /** Size of the window, in CSS pixels. */
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  /** Value of `Accept-Language`. */
  readonly language?: string
  readonly javaScript?: boolean
  /** True if the main pointer is a finger. */
  readonly touch?: boolean
  /** IANA name of the time zone of the browser. */
  readonly timeZone?: string
  readonly reducedMotion?: 'reduce' | 'no-preference'
  /** Location of the browser, with permission to read it; without one the permission is denied. */
  readonly place?: { readonly latitude: number; readonly longitude: number }
  /** Cookies of the browser, such as those of a session. */
  readonly cookies?: readonly Cookie[]
}

export interface PageVisit {
  readonly page: Page
  /** Errors so far: of scripts, blocked content, failed requests, requests to other hosts. */
  readonly problems: readonly string[]
  /** Violations of WCAG 2.2 AA and of best practices, one line each with the elements. */
  readonly violations: () => Promise<string[]>
  /** Sum of the layout shifts since the start of the page, without those after input. */
  readonly measureLayoutShift: () => Promise<number>
  /** Takes a screenshot of the whole page, and saves it in the folder SCREENSHOTS if that is set. */
  readonly screenshot: (name: string) => Promise<Buffer>
  readonly close: () => Promise<void>
}

export interface TestBrowser {
  readonly visit: (url: string, options?: VisitOptions) => Promise<PageVisit>
  readonly close: () => Promise<void>
}

/** Folder of the screenshots of a test. */
export const SCREENSHOTS_FOLDER = process.env['SCREENSHOTS'] ?? join(tmpdir(), 'calends-screenshots')
/** Delay of each request of a page to the API: tests that pass with it do not depend on the speed of the service. */
const API_DELAY_MILLISECONDS = Number(process.env['TEST_API_DELAY'] ?? 0)
const SYSTEM = process.env['TEST_CHROMIUM'] ?? '/usr/bin/chromium'

/** True if it is the packaged Chromium, which renders the same on every machine with only its own fonts. */
export const isPackagedBrowser = !existsSync(SYSTEM)

/**
 * Connects to the browser of TEST_BROWSER_URL, or starts one. `fonts` are those of the packaged Chromium and, by default,
 * of the machine; without these it starts its own.
 */
export async function startBrowser({ fonts = 'all' }: { fonts?: Fonts } = {}): Promise<TestBrowser> {
  const shared = fonts === 'all' ? process.env['TEST_BROWSER_URL'] : undefined
  const browser = shared ? await chromium.connect(shared) : await chromium.launch(createLaunchOptions(fonts))
  return { visit: (url, options = {}) => visit(browser, url, options), close: () => browser.close() }
}

/** Tests open only their own pages on loopback, as any user; Chromium has no sandbox for root. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
]

type Fonts = 'all' | 'packaged'

export function createLaunchOptions(fonts: Fonts): LaunchOptions {
  if (!isPackagedBrowser) return { executablePath: SYSTEM, args: ARGUMENTS }
  const folder = unpacked()
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
    FONTCONFIG_FILE: fontSettings(folder, fonts),
  }
  // Without the arguments of the package, which disable the same-origin policy.
  return { executablePath: join(folder, 'chromium'), args: ARGUMENTS, env }
}

const CACHE = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache')

/**
 * The packaged Chromium is unpacked into a folder by version, under a temporary name and then renamed, because several
 * processes may do so.
 */
function unpacked(): string {
  const url = import.meta.resolve('@sparticuz/chromium')
  const description: unknown = JSON.parse(readFileSync(new URL('../../package.json', url), 'utf8'))
  const version = Object(description).version
  const folder = join(CACHE, `chromium-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(CACHE, { recursive: true })
  const own = mkdtempSync(`${folder}-`)
  const program = `import found from ${JSON.stringify(url)}; await found.executablePath()`
  // In an environment without installed libraries, the package also unpacks those.
  const env = { ...process.env, TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' }
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { env })
  try {
    renameSync(own, folder)
  } catch {
    // Another process was faster.
    rmSync(own, { recursive: true, force: true })
  }
  return folder
}

/** A file that lists the fonts, renamed when it is complete, because other processes may read it. */
function fontSettings(folder: string, fonts: Fonts): string {
  const file = join(folder, `${fonts}-fonts.conf`)
  const system = fonts === 'all' ? '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>' : ''
  const content = `<?xml version="1.0"?>
<fontconfig>
${system}
<dir>${folder}/fonts/fonts</dir>
<cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`
  writeFileSync(`${file}.${process.pid}`, content)
  renameSync(`${file}.${process.pid}`, file)
  return file
}

/** Longer than any page takes, also on a busy machine: what tests wait for is a condition, not a time. */
const TIMEOUT_MILLISECONDS = 120_000

async function delayApiRequests(page: Page): Promise<void> {
  await page.route(/\/api\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, API_DELAY_MILLISECONDS))
    // The page may have been closed meanwhile.
    await route.continue().catch(() => undefined)
  })
}

async function visit(browser: Browser, url: string, options: VisitOptions): Promise<PageVisit> {
  const { width = 1280, height = 800, scheme = 'light', language = 'en', javaScript = true } = options
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    locale: language,
    javaScriptEnabled: javaScript,
    ...(options.touch && { hasTouch: true, isMobile: true }),
    ...(options.timeZone && { timezoneId: options.timeZone }),
    reducedMotion: options.reducedMotion ?? 'reduce',
    ...(options.cookies && { storageState: { cookies: [...options.cookies], origins: [] } }),
    ...(options.place && { geolocation: options.place, permissions: ['geolocation'] }),
  })
  context.setDefaultTimeout(TIMEOUT_MILLISECONDS)
  const page = await context.newPage()
  const problems: string[] = []
  const { host } = new URL(url)
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`)
  })
  page.on('requestfailed', (request) => {
    // A page cancels its requests when it is left, or when it needs their responses no more.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return
    problems.push(`failed: ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('request', (request) => {
    const { protocol, host: requested } = new URL(request.url())
    if (protocol.startsWith('http') && requested !== host) problems.push(`foreign: ${request.url()}`)
  })
  if (API_DELAY_MILLISECONDS > 0) await delayApiRequests(page)
  await page.goto(url, { waitUntil: 'load' })
  return {
    page,
    problems,
    violations: () => findViolations(page),
    measureLayoutShift: async () => Number(await page.evaluate(MEASURE_LAYOUT_SHIFT)),
    screenshot: (name) => {
      mkdirSync(SCREENSHOTS_FOLDER, { recursive: true })
      return takeScreenshot(page, { path: join(SCREENSHOTS_FOLDER, `${name}.png`), fullPage: true })
    },
    close: () => context.close(),
  }
}

const MEASURE_LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(sum), 300)
})`

/** Tries again once, because the browser fails to capture a page now and then while the machine is busy. */
export function takeScreenshot(page: Page, options: PageScreenshotOptions = {}): Promise<Buffer> {
  const capture = () => page.screenshot({ ...options, animations: 'disabled' })
  return capture().catch(capture)
}

/** Class of a cell that only placeholders of tables have. */
const PLACEHOLDER_CELL = 'RaDatagrid-expandIconCell'

interface Violation {
  readonly id: string
  readonly help: string
  /** HTML of the elements. */
  readonly elements: readonly string[]
}

/** Returns only what is reported: the description of all passed rules takes a third of the time. */
const CHECK = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, help, nodes }) => ({ id, help, elements: nodes.map(({ html }) => html) })))`

/** Evaluated by the debugger, to which the Content-Security-Policy of the page does not apply. */
async function findViolations(page: Page): Promise<string[]> {
  if (await page.evaluate<boolean>('typeof axe === "undefined"')) await page.evaluate(axe.source)
  // Screens of the admin have no title until they are loaded.
  await page.locator('#react-admin-title:empty').waitFor({ state: 'detached' })
  const check = () => page.evaluate<Violation[]>(CHECK)
  const first = await check()
  // A table that loads for more than a second shows placeholders, which may happen during the check.
  const isLoading = first.some(({ elements }) => elements.some((html) => html.includes(PLACEHOLDER_CELL)))
  if (isLoading) await page.locator(`th.${PLACEHOLDER_CELL}`).first().waitFor({ state: 'detached' })
  const violations = isLoading ? await check() : first
  return violations.map(({ id, help, elements }) => `${id}: ${help}: ${elements.join(' | ')}`)
}
