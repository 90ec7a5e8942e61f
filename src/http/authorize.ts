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
import { Problem } from '../calendar/problem.ts'
import { plainText } from '../present/json-text.ts'
import { AUTHORIZE_PATH } from '../present/urls.ts'
import type { MessageKey } from '../text/say.ts'
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
async function allowed(seen: Seen, { name, success }: ApplicationRequest, form: RawInput): Promise<Prepared> {
  const { gate, request } = seen
  const text = (key: string) => (typeof form[key] === 'string' ? form[key].replaceAll('\0', '') : '')
  const attempt = { login: text('login').trim(), password: text('password'), address: request.ip }
  try {
    const { login, password } = await authorizeApplication(gate.services, gate.signIns.account, { attempt, name })
    if (!success) return shown(seen, { kind: 'done', name, login, password })
    return sentBack(returnAddress(success, { site_url: gate.home(), user_login: login, password }))
  } catch (error) {
    if (!(error instanceof Problem) || (error.status !== 401 && error.status !== 429)) throw error
    const failure = error.status === 429 ? 'error.too_many_sign_ins' : 'page.authorize_wrong'
    return shown(seen, asked(form, attempt.login, failure), error.status)
  }
}

const sentBack = (to: string): Prepared =>
  prepare({
    status: 303,
    headers: { ...NEVER_STORED, location: to, 'referrer-policy': 'no-referrer' },
    contentType: 'text/html; charset=UTF-8',
    body: plainText(''),
    isRead: false,
  })

function shown(seen: Seen, step: AuthorizationStep, status?: number): Prepared {
  const { gate, voice } = seen
  const page = gate.pages.authorization(gate.services, { language: voice.language, urls: pageUrls(seen) }, step)
  return prepare({
    status: status ?? page.status,
    headers: { ...NEVER_STORED, 'content-language': voice.language, ...page.headers },
    contentType: 'text/html; charset=UTF-8',
    body: plainText(page.text),
    isRead: false,
  })
}
