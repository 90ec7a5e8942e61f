/** The admin in a browser, signed in as one of the users of the test service. */
import type { Cookie, Page } from 'playwright-core'
import { ACCOUNT_PASSWORD } from '../accounts/users.ts'
import type { TestService } from '../service.ts'
import type { PageVisit, TestBrowser, VisitOptions } from './browser.ts'

interface AdminVisitOptions extends VisitOptions {
  /** Login of a user of the test service: `admin`, `editor`, `author`, `contributor`. */
  readonly as?: string
}

/** Cookies of the signed-in users of each service. */
const signedIn = new WeakMap<TestService, Map<string, readonly Cookie[]>>()

/** Opens a path of the admin as a user, and waits until the screen is shown. Only the first visit of a user signs in. */
export async function visitAdmin(
  { service, browser }: { readonly service: TestService; readonly browser: TestBrowser },
  path: string,
  { as: login = 'admin', ...options }: AdminVisitOptions = {},
): Promise<PageVisit> {
  const known = signedIn.get(service) ?? new Map()
  signedIn.set(service, known)
  const cookies = known.get(login)
  if (cookies) {
    const visit = await browser.visit(`${service.origin}/admin${path}`, { ...options, cookies })
    await visit.page.locator('#main-content').waitFor()
    return visit
  }
  const url = `${service.origin}/sign-in?return=${encodeURIComponent(`/admin${path}`)}`
  const visit = await browser.visit(url, options)
  await signIn(visit, login)
  await visit.page.locator('#main-content').waitFor()
  known.set(login, await visit.page.context().cookies())
  return visit
}

/** Fills in and sends the sign-in page that is shown. */
export async function signIn({ page }: Pick<PageVisit, 'page'>, login: string): Promise<void> {
  await page.fill('[name=login]', login)
  await page.fill('[name=password]', ACCOUNT_PASSWORD)
  await page.click('[data-form=sign-in] button')
}

/** Confirms the open dialog and waits until it closes. An open dialog hides the rest of the page from `getByRole`. */
export async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.waitFor({ state: 'detached' })
}
