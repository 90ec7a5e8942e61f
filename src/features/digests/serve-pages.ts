/** Pages of digests by mail. Links in mails open a page with a button, because programs that check mails follow links. */

import type { Language } from '../../base/i18n/language.ts'
import { isEmailAddress } from '../../base/text/email-address.ts'
import { createFragment } from '../../calendar/fragments/json-fragment.ts'
import { readBodyFields } from '../../http/request/parse-input.ts'
import { buildPageUrls, isReadRequest, type ServedRequest } from '../../http/request-context.ts'
import { NO_STORE_HEADERS } from '../../http/response/headers.ts'
import { createHttpResponse, type HttpResponse } from '../../http/response/http-response.ts'
import type { RouteFinder } from '../../http/served-route.ts'
import { Problem } from '../../kernel/problem.ts'
import type { RawInput } from '../../kernel/validate-input.ts'
import { HONEYPOT_FIELD } from '../../pages/honeypot.ts'
import { DIGEST_PATHS, type DigestOptions, type DigestPage } from './digest-renderer.ts'
import type { DigestSubscriptions } from './subscriptions.ts'

type DigestPageName = keyof typeof DIGEST_PATHS

/** Options and subscriptions, for a service that sends digests. */
export interface Digests extends DigestOptions {
  readonly subscriptions: DigestSubscriptions
}

interface DigestRequestContext {
  readonly context: ServedRequest
  readonly digests: Digests
  /** Query of a read, fields of a form. */
  readonly input: RawInput
}

const NAMES = new Map<string, DigestPageName>([
  [DIGEST_PATHS.form, 'form'],
  [DIGEST_PATHS.confirm, 'confirm'],
  [DIGEST_PATHS.manage, 'manage'],
  [DIGEST_PATHS.unsubscribe, 'unsubscribe'],
])

export const createDigestRouteFinder =
  (digests: Digests | undefined): RouteFinder =>
  (context) => {
    const { localizedPath, method, query } = context
    const name = NAMES.get(`${localizedPath.path}/`.replace(/\/\/$/, '/'))
    if (!digests || name === undefined) return undefined
    const route = { kind: 'system', name: 'digest' } as const
    if (isReadRequest(context))
      return { ...route, handle: (served) => openPage({ context: served, digests, input: query }, name) }
    if (method !== 'POST') return undefined
    return {
      ...route,
      handle: async (served) => {
        const fields = await readBodyFields(served.request)
        return SUBMITTERS[name]({ context: served, digests, input: { ...query, ...fields } })
      },
    }
  }

const readText = (raw: unknown): string => (typeof raw === 'string' ? raw.trim().replaceAll('\0', '') : '')

async function openPage(request: DigestRequestContext, name: DigestPageName): Promise<HttpResponse> {
  const { digests, input } = request
  if (name === 'form') return respond(request, { kind: 'form', input })
  const token = readText(input['token'])
  const subscription = await digests.subscriptions.find(token, name === 'confirm' ? 'confirm' : 'manage')
  return respond(request, subscription ? { kind: name, token, subscription } : { kind: 'invalid' })
}

const SUBMITTERS: Readonly<Record<DigestPageName, (request: DigestRequestContext) => Promise<HttpResponse>>> = {
  form: requestDigest,
  confirm: async (request) => {
    const subscription = await request.digests.subscriptions.confirm(readText(request.input['token']))
    return respond(request, subscription ? { kind: 'confirmed', subscription } : { kind: 'invalid' })
  },
  manage: changeDigest,
  // The same response for every token, and for one click in a mail client (RFC 8058).
  unsubscribe: async (request) => {
    await request.digests.subscriptions.unsubscribe(readText(request.input['token']))
    return respond(request, { kind: 'unsubscribed' })
  },
}

/** The same response for every address. */
async function requestDigest(request: DigestRequestContext): Promise<HttpResponse> {
  const { context, digests, input } = request
  const { services } = context
  const email = readText(input['email'])
  if (!isEmailAddress(email)) return respond(request, { kind: 'form', input, failure: 'email' })
  // Only programs fill in the hidden field.
  if (readText(input[HONEYPOT_FIELD]) !== '') return respond(request, { kind: 'requested', email })
  const scope = await digests.renderer.readScope(services, input)
  if (scope === undefined) return respond(request, { kind: 'form', input, failure: 'scope' })
  const language = chooseLanguage(request)
  const urls = digests.getUrls(language)
  const scopeName = await digests.renderer.describeScope(services, { language, urls }, scope)
  try {
    await digests.subscriptions.request({ email, scope, language, scopeName, home: urls.home }, context.request.ip)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'too_many_requests') throw error
    const { retryAfter = 0 } = error.details
    return respond(request, { kind: 'form', input, failure: 'limit' }, { 'retry-after': String(retryAfter) })
  }
  return respond(request, { kind: 'requested', email })
}

/** A language of the site, by default that of the page. */
function chooseLanguage({ context, input }: DigestRequestContext): Language {
  const name = readText(input['language'])
  const { languages } = context.services.site
  return languages.find((language) => language === name) ?? context.contentLanguage.language
}

async function changeDigest(request: DigestRequestContext): Promise<HttpResponse> {
  const { context, digests, input } = request
  const token = readText(input['token'])
  const scope = await digests.renderer.readScope(context.services, input)
  const change = { scope: scope ?? '', language: chooseLanguage(request) }
  const subscription = scope === undefined ? undefined : await digests.subscriptions.change(token, change)
  return respond(request, subscription ? { kind: 'saved', token, subscription } : { kind: 'invalid' })
}

async function respond(
  { context, digests }: DigestRequestContext,
  page: DigestPage,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> {
  const { services, contentLanguage } = context
  const { language } = contentLanguage
  const locale = { language, urls: buildPageUrls(context) }
  const response = await digests.renderer.renderPage(services, locale, page)
  return createHttpResponse({
    status: response.status,
    headers: { ...NO_STORE_HEADERS, 'content-language': language, ...response.headers, ...headers },
    contentType: 'text/html; charset=UTF-8',
    body: createFragment(response.text),
    isRead: false,
  })
}
