/** Pages of accounts. They contain nothing about a user: their script calls the API. */

import { createFragment } from '../../../calendar/fragments/json-fragment.ts'
import { ACCOUNT_PATHS, type AccountPageName, OIDC_PATHS } from '../../../calendar/posts/urls.ts'
import { buildPageUrls, isReadRequest, type ServedRequest } from '../../../http/request-context.ts'
import { NO_STORE_HEADERS } from '../../../http/response/headers.ts'
import { createHttpResponse, type HttpResponse } from '../../../http/response/http-response.ts'
import type { RouteFinder } from '../../../http/served-route.ts'
import { resolveOwnUrl } from '../../../kernel/own-url.ts'
import { OIDC_FAILURES } from '../oidc-failure.ts'
import type { OidcButton } from './account-page.ts'

const NAMES = new Map(Object.entries(ACCOUNT_PATHS).map(([name, path]) => [path as string, name as AccountPageName]))

export const findAccountRoute: RouteFinder = (context) => {
  const name = NAMES.get(context.localizedPath.path)
  if (name === undefined || !isReadRequest(context)) return undefined
  return { kind: 'system', name: 'account page', handle: async (served) => renderPage(served, name) }
}

function renderPage(context: ServedRequest, name: AccountPageName): HttpResponse {
  const { app, services, contentLanguage } = context
  const { language } = contentLanguage
  const locale = { language, urls: buildPageUrls(context) }
  const page = app.host.pageRenderer.renderAccountPage(services, locale, {
    name,
    canReset: services.mailer !== undefined,
    oidc: createOidcButton(context),
  })
  return createHttpResponse({
    status: page.status,
    headers: { ...NO_STORE_HEADERS, 'content-language': language, ...page.headers },
    contentType: 'text/html; charset=UTF-8',
    body: createFragment(page.text),
    isRead: false,
  })
}

function createOidcButton({ app, query, localizedPath }: ServedRequest): OidcButton | undefined {
  const { oidc } = app.host.accounts
  if (!oidc) return undefined
  const { home } = buildPageUrls({ app, localizedPath })
  const url = new URL(`${home}${OIDC_PATHS.start}`)
  const { return: path } = query
  if (typeof path === 'string' && resolveOwnUrl(path, app.getHomeUrl())) url.searchParams.set('return', path)
  return {
    name: oidc.name,
    url: url.href,
    failure: OIDC_FAILURES.find((failure) => failure === query['failure']),
  }
}
