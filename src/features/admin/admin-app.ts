/** `/admin/`: the page of the admin application, whose scripts call the API. Its files are assets. */
import { randomBytes } from 'node:crypto'
import { createTranslator } from '../../base/i18n/translate.ts'
import { escapeMarkup } from '../../base/text/escape-xml.ts'
import { createFragment } from '../../calendar/fragments/json-fragment.ts'
import { buildPageUrls, isReadRequest, type ServedRequest } from '../../http/request-context.ts'
import { NO_STORE_HEADERS } from '../../http/response/headers.ts'
import { createHttpResponse, type HttpResponse } from '../../http/response/http-response.ts'
import type { RouteFinder } from '../../http/served-route.ts'

const ADMIN_PATH = '/admin'

export interface AdminPage {
  /** The page with placeholders in double braces. */
  readonly template: string
  readonly tiles: { readonly url: string; readonly attribution: string } | undefined
}

/** Every path below `/admin/` is a screen of the application, unless the admin is not built. */
export const createAdminRouteFinder =
  (admin: AdminPage | undefined): RouteFinder =>
  (context) => {
    const { path } = context.localizedPath
    const isScreen = path.startsWith(`${ADMIN_PATH}/`)
    if ((path !== ADMIN_PATH && !isScreen) || !isReadRequest(context) || !admin) return undefined
    const handle = async (served: ServedRequest) =>
      isScreen ? renderAdminPage(served, admin) : redirectToAdmin(served)
    return { kind: 'system', name: 'admin', handle }
  }

const redirectToAdmin = (context: ServedRequest): HttpResponse =>
  createHttpResponse({
    status: 301,
    headers: { ...NO_STORE_HEADERS, location: `${buildPageUrls(context).home}${ADMIN_PATH}/` },
    contentType: 'text/plain; charset=UTF-8',
    body: createFragment(''),
    isRead: false,
  })

function renderAdminPage(context: ServedRequest, { template, tiles }: AdminPage): HttpResponse {
  const { app, services, contentLanguage } = context
  const { site, home } = buildPageUrls(context)
  const folder = new URL(site).pathname.replace(/\/$/, '')
  const nonce = randomBytes(16).toString('base64')
  const values: Readonly<Record<string, string>> = {
    nonce,
    language: contentLanguage.language,
    base: `${new URL(home).pathname.replace(/\/$/, '')}${ADMIN_PATH}/`,
    assets: `${folder}/assets/admin/`,
    title: services.site.name,
    icon: `${folder}${app.assets.getUrl('icon.svg')}`,
    no_script: createTranslator(contentLanguage.language)('page.account_no_script'),
    settings: JSON.stringify(describeSettings(context, tiles)),
  }
  return createHttpResponse({
    status: 200,
    headers: { ...NO_STORE_HEADERS, ...createSecurityHeaders(nonce) },
    contentType: 'text/html; charset=UTF-8',
    body: createFragment(template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeMarkup(values[name] ?? ''))),
    isRead: false,
  })
}

/** Settings for the scripts, see admin/src/settings.ts. */
function describeSettings({ services }: ServedRequest, tiles: AdminPage['tiles']) {
  const { site, mailer } = services
  return {
    siteName: site.name,
    siteLanguages: site.languages,
    timeZone: site.zone,
    tiles,
    hasMail: mailer !== undefined,
  }
}

/** Libraries create `<style>` elements with the nonce. Descriptions may contain images and media of any host. */
const createSecurityHeaders = (nonce: string): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    'img-src http: https: data: blob:',
    'media-src http: https:',
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
})
