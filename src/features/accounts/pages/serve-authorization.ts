/** A user grants an application access: the application gets a new application password (wire-contract §4.1). */

import type { MessageKey } from '../../../base/i18n/messages/catalog.ts'
import { createFragment } from '../../../calendar/fragments/json-fragment.ts'
import { AUTHORIZE_PATH } from '../../../calendar/posts/urls.ts'
import { createDeviceCookie, readDeviceTokens } from '../../../http/request/cookies.ts'
import { readBodyFields } from '../../../http/request/parse-input.ts'
import { buildPageUrls, isReadRequest, type ServedRequest } from '../../../http/request-context.ts'
import { NO_STORE_HEADERS } from '../../../http/response/headers.ts'
import { createHttpResponse, type HttpResponse } from '../../../http/response/http-response.ts'
import type { RouteFinder } from '../../../http/served-route.ts'
import { Problem, type ProblemCode } from '../../../kernel/problem.ts'
import type { RawInput } from '../../../kernel/validate-input.ts'
import {
  AUTHORIZATION_PARAMETERS,
  type AuthorizationRequest,
  type AuthorizationStep,
  buildRedirectUrl,
  parseAuthorizationRequest,
} from '../app-authorization.ts'
import { authorizeApplication } from '../authorize-application.ts'

export const findAuthorizationRoute: RouteFinder = (context) => {
  const { localizedPath, method, query } = context
  if (localizedPath.path !== AUTHORIZE_PATH) return undefined
  const route = { kind: 'system', name: 'authorize application' } as const
  if (isReadRequest(context)) return { ...route, handle: async (served) => renderStep(served, createAskStep(query)) }
  return method === 'POST' ? { ...route, handle: handleDecision } : undefined
}

function createAskStep(input: RawInput, login = '', failure?: MessageKey): AuthorizationStep {
  const parsed = parseAuthorizationRequest(input)
  if ('invalidParameters' in parsed) return { kind: 'invalid', names: parsed.invalidParameters }
  const entries = AUTHORIZATION_PARAMETERS.map((name) => [name, input[name]] as const)
  const fields = Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' && value !== '' ? [[name, value]] : [])),
  )
  return { kind: 'ask', request: parsed.request, fields, login, failure, needsCode: CODE_FAILURES.includes(failure) }
}

async function handleDecision(context: ServedRequest): Promise<HttpResponse> {
  const form = await readBodyFields(context.request)
  const parsed = parseAuthorizationRequest(form)
  if ('invalidParameters' in parsed) return renderStep(context, { kind: 'invalid', names: parsed.invalidParameters })
  return form['answer'] === 'refuse'
    ? denyApplication(context, parsed.request)
    : allowApplication(context, parsed.request, form)
}

function denyApplication(
  context: ServedRequest,
  { rejectUrl: reject, successUrl: success }: AuthorizationRequest,
): HttpResponse {
  const url = reject ?? success
  return url
    ? redirectToApplication(buildRedirectUrl(url, { success: 'false' }))
    : renderStep(context, { kind: 'refused' })
}

/** Requires the account password in the form, so a forged cross-site request cannot succeed. */
async function allowApplication(
  context: ServedRequest,
  application: AuthorizationRequest,
  form: RawInput,
): Promise<HttpResponse> {
  const { app, services, request } = context
  const { name, appId, successUrl: success } = application
  const text = (key: string) => (typeof form[key] === 'string' ? form[key].replaceAll('\0', '') : '')
  const login = text('login').trim()
  const devices = readDeviceTokens(request.headers.cookie)
  const credentials = { login, password: text('password'), code: text('code') }
  const attempt = { ...credentials, ip: request.ip, channel: 'admin', devices } as const
  try {
    const { user, secret, device } = await authorizeApplication(services, app.host.accounts, {
      attempt,
      application: { name, appId },
    })
    const headers = { 'set-cookie': createDeviceCookie(device, app.getHomeUrl()) }
    if (!success) return renderStep(context, { kind: 'done', name, login: user.login, password: secret }, { headers })
    const parameters = { site_url: app.getHomeUrl(), user_login: user.login, password: secret }
    return redirectToApplication(buildRedirectUrl(success, parameters), headers)
  } catch (error) {
    if (!(error instanceof Problem) || (error.status !== 401 && error.status !== 429)) throw error
    return renderStep(
      context,
      createAskStep(form, login, FAILURE_MESSAGES[error.code] ?? 'page.authorize_wrong'),
      createFailureOptions(error),
    )
  }
}

/** The password was right, so the form shows a field for the code. */
const CODE_FAILURES: readonly (MessageKey | undefined)[] = ['error.second_factor_required', 'error.second_factor_wrong']

const FAILURE_MESSAGES: Readonly<Partial<Record<ProblemCode, MessageKey>>> = {
  second_factor_required: 'error.second_factor_required',
  second_factor_wrong: 'error.second_factor_wrong',
  too_many_sign_ins: 'error.too_many_sign_ins',
  sign_ins_busy: 'error.sign_ins_busy',
}

const createFailureOptions = ({ status, details }: Problem): StepResponseOptions => ({
  status,
  headers: details.retryAfter === undefined ? {} : { 'retry-after': String(details.retryAfter) },
})

const redirectToApplication = (url: string, headers: StepResponseOptions['headers'] = {}): HttpResponse =>
  createHttpResponse({
    status: 303,
    headers: { ...NO_STORE_HEADERS, location: url, 'referrer-policy': 'no-referrer', ...headers },
    contentType: 'text/html; charset=UTF-8',
    body: createFragment(''),
    isRead: false,
  })

interface StepResponseOptions {
  /** By default the status of the page. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

function renderStep(
  context: ServedRequest,
  step: AuthorizationStep,
  { status, headers }: StepResponseOptions = {},
): HttpResponse {
  const { app, services, contentLanguage } = context
  const page = app.host.pageRenderer.renderAuthorization(
    services,
    { language: contentLanguage.language, urls: buildPageUrls(context) },
    step,
  )
  return createHttpResponse({
    status: status ?? page.status,
    headers: { ...NO_STORE_HEADERS, 'content-language': contentLanguage.language, ...page.headers, ...headers },
    contentType: 'text/html; charset=UTF-8',
    body: createFragment(page.text),
    isRead: false,
  })
}
