/** A person lets an application in: it gets a password of its own, and the person keeps theirs (contract 4.1). */
import { authorizeApplication } from '../actions/authorize-application.ts'
import {
  APPLICATION_PARAMETERS,
  type ApplicationRequest,
  type AuthorizationStep,
  readApplicationRequest,
  returnAddress,
} from '../calendar/application-request.ts'
import type { RawInput } from '../calendar/parse.ts'
import { Problem, type ProblemCode } from '../calendar/problem.ts'
import { plainText } from '../present/json-text.ts'
import { AUTHORIZE_PATH } from '../present/urls.ts'
import type { MessageKey } from '../text/say.ts'
import { deviceCookie, readDeviceTokens } from './device-cookie.ts'
import { isRead, pageUrls, type Seen } from './gate.ts'
import { NEVER_STORED } from './headers.ts'
import { readGiven } from './input.ts'
import { type Prepared, prepare } from './prepared.ts'

/** Undefined for other addresses and verbs. */
export async function authorization(seen: Seen): Promise<Prepared | undefined> {
  const { spoken, method, query } = seen
  if (spoken.path !== AUTHORIZE_PATH) return undefined
  if (isRead(seen)) return shown(seen, asked(query))
  return method === 'POST' ? answered(seen) : undefined
}

function asked(given: RawInput, login = '', failure?: MessageKey): AuthorizationStep {
  const reading = readApplicationRequest(given)
  if ('wrong' in reading) return { kind: 'invalid', names: reading.wrong }
  const named = APPLICATION_PARAMETERS.map((name) => [name, given[name]] as const)
  const fields = Object.fromEntries(
    named.flatMap(([name, value]) => (typeof value === 'string' && value !== '' ? [[name, value]] : [])),
  )
  return { kind: 'ask', request: reading.request, fields, login, failure }
}

async function answered(seen: Seen): Promise<Prepared> {
  const form = await readGiven(seen.request)
  const reading = readApplicationRequest(form)
  if ('wrong' in reading) return shown(seen, { kind: 'invalid', names: reading.wrong })
  return form['answer'] === 'refuse' ? refused(seen, reading.request) : allowed(seen, reading.request, form)
}

function refused(seen: Seen, { reject, success }: ApplicationRequest): Prepared {
  const to = reject ?? success
  return to ? sentBack(returnAddress(to, { success: 'false' })) : shown(seen, { kind: 'refused' })
}

/** Signing in here needs the password of the account, so no other page can have a visitor's browser do it. */
async function allowed(seen: Seen, application: ApplicationRequest, form: RawInput): Promise<Prepared> {
  const { gate, request } = seen
  const { name, appId, success } = application
  const text = (key: string) => (typeof form[key] === 'string' ? form[key].replaceAll('\0', '') : '')
  const login = text('login').trim()
  const devices = readDeviceTokens(request.headers.cookie)
  const attempt = { login, password: text('password'), address: request.ip, devices }
  try {
    const { user, secret, device } = await authorizeApplication(gate.services, gate.signIns, {
      attempt,
      application: { name, appId },
    })
    const headers = { 'set-cookie': deviceCookie(device, gate.home()) }
    if (!success) return shown(seen, { kind: 'done', name, login: user.login, password: secret }, { headers })
    const answer = { site_url: gate.home(), user_login: user.login, password: secret }
    return sentBack(returnAddress(success, answer), headers)
  } catch (error) {
    if (!(error instanceof Problem) || (error.status !== 401 && error.status !== 429)) throw error
    return shown(seen, asked(form, login, FAILURES[error.code] ?? 'page.authorize_wrong'), refusalOf(error))
  }
}

const FAILURES: Readonly<Partial<Record<ProblemCode, MessageKey>>> = {
  too_many_sign_ins: 'error.too_many_sign_ins',
  sign_ins_busy: 'error.sign_ins_busy',
}

const refusalOf = ({ status, facts }: Problem): Shown => ({
  status,
  headers: facts.retryAfter === undefined ? {} : { 'retry-after': String(facts.retryAfter) },
})

const sentBack = (to: string, headers: Shown['headers'] = {}): Prepared =>
  prepare({
    status: 303,
    headers: { ...NEVER_STORED, location: to, 'referrer-policy': 'no-referrer', ...headers },
    contentType: 'text/html; charset=UTF-8',
    body: plainText(''),
    isRead: false,
  })

interface Shown {
  /** By default that of the page. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

function shown(seen: Seen, step: AuthorizationStep, { status, headers }: Shown = {}): Prepared {
  const { gate, voice } = seen
  const page = gate.pages.authorization(gate.services, { language: voice.language, urls: pageUrls(seen) }, step)
  return prepare({
    status: status ?? page.status,
    headers: { ...NEVER_STORED, 'content-language': voice.language, ...page.headers, ...headers },
    contentType: 'text/html; charset=UTF-8',
    body: plainText(page.text),
    isRead: false,
  })
}
