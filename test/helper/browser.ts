/** A real browser on real pages: playwright-core drives a Chromium of the system, else the one inside a package. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core'

export interface Look {
  /** Of the window, in CSS pixels. */
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  /** What the browser wishes for by `Accept-Language`. */
  readonly language?: string
  readonly javaScript?: boolean
  readonly reducedMotion?: 'reduce' | 'no-preference'
}

export interface Visit {
  readonly page: Page
  /** What went wrong so far: errors of scripts, refused contents, failed requests, requests to other hosts. */
  readonly complaints: readonly string[]
  /** Violations of WCAG 2.2 AA and of best practice, a line each with the elements they are about. */
  readonly violations: () => Promise<string[]>
  /** Saves a picture of the whole page by this name, in the folder SCREENSHOTS, or none; gives the picture. */
  readonly screenshot: (name: string) => Promise<Buffer>
  readonly close: () => Promise<void>
}

export interface TestBrowser {
  readonly visit: (address: string, look?: Look) => Promise<Visit>
  readonly close: () => Promise<void>
}

const SCREENSHOTS = process.env['SCREENSHOTS'] ?? join(tmpdir(), 'calends-screenshots')
const SYSTEM = process.env['TEST_CHROMIUM'] ?? '/usr/bin/chromium'

export async function startBrowser(): Promise<TestBrowser> {
  const browser = await launch()
  return { visit: (address, look = {}) => visit(browser, address, look), close: () => browser.close() }
}

/** Tests show pages of their own on loopback, as any user of the machine, root too, to whom Chromium gives no sandbox. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
]

async function launch(): Promise<Browser> {
  if (existsSync(SYSTEM)) return chromium.launch({ executablePath: SYSTEM, args: ARGUMENTS })
  try {
    return await chromium.launch(await packaged())
  } catch {
    // A bare machine lacks libraries, which the package unpacks beside the program on one that is known to be bare.
    rmSync(join(tmpdir(), 'chromium'), { force: true })
    process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs22.x'
    return chromium.launch(await packaged())
  }
}

/** What the package brings for its own place: the first page that closes would end the browser, and it would be laxer than visitors'. */
const UNWANTED = ['--single-process', '--no-zygote', '--disable-web-security', '--allow-running-insecure-content']

interface PackagedChromium {
  readonly default: { readonly args: string[]; executablePath(): Promise<string> }
}

/** It looks at the machine when it is loaded, so it is loaded afresh. */
async function packaged(): Promise<LaunchOptions> {
  const address = import.meta.resolve('@sparticuz/chromium')
  const { default: found }: PackagedChromium = await import(`${address}?${process.env['AWS_EXECUTION_ENV'] ?? ''}`)
  const args = found.args.filter((argument) => !UNWANTED.includes(argument))
  return { executablePath: await found.executablePath(), args: [...args, ...ARGUMENTS], headless: true }
}

async function visit(browser: Browser, address: string, look: Look): Promise<Visit> {
  const { width = 1280, height = 800, scheme = 'light', language = 'en', javaScript = true } = look
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    locale: language,
    javaScriptEnabled: javaScript,
    reducedMotion: look.reducedMotion ?? 'reduce',
  })
  const page = await context.newPage()
  const complaints: string[] = []
  const { host } = new URL(address)
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()} ${request.failure()?.errorText}`))
  page.on('request', (request) => {
    const { protocol, host: asked } = new URL(request.url())
    if (protocol.startsWith('http') && asked !== host) complaints.push(`foreign: ${request.url()}`)
  })
  await page.goto(address, { waitUntil: 'load' })
  return {
    page,
    complaints,
    violations: () => violationsOf(page),
    screenshot: (name) => {
      mkdirSync(SCREENSHOTS, { recursive: true })
      return page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true, animations: 'disabled' })
    },
    close: () => context.close(),
  }
}

/** Evaluated by the debugger, which the page's Content-Security-Policy does not bind. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const results = await page.evaluate<axe.AxeResults>('axe.run(document, { resultTypes: ["violations"] })')
  return results.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
