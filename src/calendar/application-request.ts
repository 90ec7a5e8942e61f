/** How an application asks a person for a password of its own: the authorization flow of WordPress, whose clients know it. */
import type { MessageKey } from '../text/say.ts'

export interface ApplicationRequest {
  /** What it calls itself. */
  readonly name: string
  /** Where it wants the answer; undefined when it has the person copy it. */
  readonly success: URL | undefined
  readonly reject: URL | undefined
}

export type ApplicationReading =
  | { readonly request: ApplicationRequest }
  /** Names of parameters that are missing or wrong. */
  | { readonly wrong: readonly string[] }

/** Where a person stands who is asked to let an application in. */
export type AuthorizationStep =
  | { readonly kind: 'invalid'; readonly names: readonly string[] }
  /** `fields` go back as they came; `failure` says why it was not allowed yet. */
  | {
      readonly kind: 'ask'
      readonly request: ApplicationRequest
      readonly fields: Readonly<Record<string, string>>
      readonly login: string
      readonly failure: MessageKey | undefined
    }
  | { readonly kind: 'refused' }
  | { readonly kind: 'done'; readonly name: string; readonly login: string; readonly password: string }

/** Parameters of the flow. */
export const APPLICATION_PARAMETERS = ['app_name', 'app_id', 'success_url', 'reject_url'] as const

const LONGEST_NAME = 100
/** What no page shows, no database takes, or what turns the text around it. */
const NO_NAME = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/u

export function readApplicationRequest(given: Readonly<Record<string, unknown>>): ApplicationReading {
  const name = typeof given['app_name'] === 'string' ? given['app_name'].trim() : ''
  const success = readReturn(given['success_url'])
  const reject = readReturn(given['reject_url'])
  const wrong = [
    ...(name === '' || name.length > LONGEST_NAME || NO_NAME.test(name) ? ['app_name'] : []),
    ...(success === 'wrong' ? ['success_url'] : []),
    ...(reject === 'wrong' ? ['reject_url'] : []),
  ]
  if (success === 'wrong' || reject === 'wrong' || wrong.length > 0) return { wrong }
  return { request: { name, success, reject } }
}

/** Programs in a browser, what reads files or is only another name for one of those, and ways on which others listen. */
const NO_APPLICATIONS = [
  ...['javascript:', 'data:', 'blob:', 'file:', 'vbscript:', 'about:', 'view-source:', 'filesystem:'],
  ...['ftp:', 'ws:', 'wss:'],
]
/** Others are no names of machines, and could say more in a policy than where forms lead. */
const PLAIN_HOST = /^[\w.:[\]-]+$/
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** A secret travels there: by HTTPS, to this very machine, or to an application by a scheme of its own. */
function readReturn(raw: unknown): URL | undefined | 'wrong' {
  if (raw === undefined || raw === '') return undefined
  if (typeof raw !== 'string' || raw.length > 2000 || !URL.canParse(raw)) return 'wrong'
  const url = new URL(raw)
  if (NO_APPLICATIONS.includes(url.protocol) || url.username !== '' || url.password !== '') return 'wrong'
  if (url.protocol === 'https:') return PLAIN_HOST.test(url.host) ? url : 'wrong'
  return url.protocol === 'http:' && !LOOPBACK.includes(url.hostname) ? 'wrong' : url
}

/** An address with further parameters. */
export function returnAddress(to: URL, answer: Readonly<Record<string, string>>): string {
  const url = new URL(to)
  for (const [name, value] of Object.entries(answer)) url.searchParams.append(name, value)
  return url.href
}
