/** Sign-in by OpenID Connect: sends the browser to the provider, and receives it back. */

import { createFragment } from '../../../calendar/fragments/json-fragment.ts'
import { ACCOUNT_PATHS, OIDC_PATHS } from '../../../calendar/posts/urls.ts'
import { createRequestClient } from '../../../http/request/client.ts'
import {
  createEndedOidcCookie,
  createOidcCookie,
  createSessionCookie,
  readOidcCookie,
} from '../../../http/request/cookies.ts'
import { buildPageUrls, type RequestContext } from '../../../http/request-context.ts'
import { NO_STORE_HEADERS } from '../../../http/response/headers.ts'
import { createHttpResponse, type HttpResponse } from '../../../http/response/http-response.ts'
import type { RouteFinder } from '../../../http/served-route.ts'
import { resolveOwnUrl } from '../../../kernel/own-url.ts'
import type { OidcFailure } from '../oidc-failure.ts'
import type { OidcSignIn } from '../oidc-sign-in.ts'

export const findOidcRoute: RouteFinder = (context) => {
  const handle = context.method === 'GET' && HANDLERS.get(context.localizedPath.path)
  if (!handle) return undefined
  const { oidc } = context.app.host.accounts
  return oidc && { kind: 'system', name: 'oidc sign-in', handle: (request) => handle(request, oidc) }
}

type Handler = (context: RequestContext, oidc: OidcSignIn) => Promise<HttpResponse>

const HANDLERS: ReadonlyMap<string, Handler> = new Map([
  [OIDC_PATHS.start, startSignIn],
  [OIDC_PATHS.callback, finishSignIn],
])

/** Providers compare it with a registered one, so it contains no language. */
const buildCallbackUrl = (site: string): string => `${site}${OIDC_PATHS.callback}`

async function startSignIn(context: RequestContext, oidc: OidcSignIn): Promise<HttpResponse> {
  const site = context.app.getHomeUrl()
  const { home } = buildPageUrls(context)
  const returnUrl = resolveOwnUrl(context.query['return'], site)
  const signInUrl = new URL(`${home}${ACCOUNT_PATHS.sign_in}`)
  if (returnUrl !== undefined) signInUrl.searchParams.set('return', returnUrl.slice(new URL(site).origin.length))
  const started = await oidc.start({
    redirectUrl: buildCallbackUrl(site),
    returnUrl: returnUrl ?? `${home}${ACCOUNT_PATHS.account}`,
    signInUrl: signInUrl.href,
  })
  if (!started) return redirect(addFailure(signInUrl.href, 'unavailable'))
  return redirect(started.url, [createOidcCookie(started.flow, site)])
}

async function finishSignIn(context: RequestContext, oidc: OidcSignIn): Promise<HttpResponse> {
  const { app, request } = context
  const site = app.getHomeUrl()
  const client = createRequestClient(request, site)
  const { search } = new URL(request.url, site)
  const flow = readOidcCookie(request.headers.cookie)
  const outcome = await oidc.finish({ url: `${buildCallbackUrl(site)}${search}`, flow, ip: client.ip })
  // A sign-in can be completed once.
  const cookies = [createEndedOidcCookie(site)]
  if ('failure' in outcome) {
    const signInUrl = outcome.signInUrl ?? `${buildPageUrls(context).home}${ACCOUNT_PATHS.sign_in}`
    return redirect(addFailure(signInUrl, outcome.failure), cookies)
  }
  const { token } = await app.signIns.sessions.start(outcome.user, client)
  return redirect(outcome.returnUrl, [...cookies, createSessionCookie(token, site)])
}

function addFailure(signInUrl: string, failure: OidcFailure): string {
  const url = new URL(signInUrl)
  url.searchParams.set('failure', failure)
  return url.href
}

const redirect = (location: string, cookies: readonly string[] = []): HttpResponse =>
  createHttpResponse({
    status: 303,
    // The URL of the callback contains the code.
    headers: { ...NO_STORE_HEADERS, location, 'referrer-policy': 'no-referrer' },
    cookies,
    contentType: 'text/html; charset=UTF-8',
    body: createFragment(''),
    isRead: false,
  })
