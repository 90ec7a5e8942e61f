/** The admin in a browser, signed in as one of the users of the test service. */
import type { TestService } from '../service.ts'
import type { PageVisit, TestBrowser, VisitOptions } from './browser.ts'

interface AdminVisitOptions extends VisitOptions {
  /** Login of a user of the test service: `admin`, `editor`, `author`, `contributor`. */
  readonly as?: string
}

/** Of all users of the test service. */
const ACCOUNT_PASSWORD = 'x'

/** Opens `/admin` and the path by way of the sign-in page, and waits until the screen is shown. */
export async function visitAdmin(
  { service, browser }: { readonly service: TestService; readonly browser: TestBrowser },
  path: string,
  { as: login = 'admin', ...options }: AdminVisitOptions = {},
): Promise<PageVisit> {
  const url = `${service.origin}/sign-in?return=${encodeURIComponent(`/admin${path}`)}`
  const visit = await browser.visit(url, options)
  await signIn(visit, login)
  await visit.page.locator('#main-content').waitFor()
  return visit
}

/** Fills in and sends the sign-in page that is shown. */
export async function signIn({ page }: Pick<PageVisit, 'page'>, login: string): Promise<void> {
  await page.fill('[name=login]', login)
  await page.fill('[name=password]', ACCOUNT_PASSWORD)
  await page.click('[data-form=sign-in] button')
}
