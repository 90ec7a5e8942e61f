/** How an application asks a person for a password of its own: the authorization flow of WordPress, whose clients know it. */
import type { MessageKey } from '../text/say.ts'
import { isUuid, parseApplicationName } from './application-password.ts'

export interface ApplicationRequest {
  /** What it calls itself. */
  readonly name: string
  /** UUID that it gave itself; empty when it gave none. */
  readonly appId: string
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

export function readApplicationRequest(given: Readonly<Record<string, unknown>>): ApplicationReading {
  const name = parseApplicationName(given['app_name'], LONGEST_NAME)
  const success = readReturn(given['success_url'])
  const reject = readReturn(given['reject_url'])
  const wrong = [
    ...(name === undefined ? ['app_name'] : []),
    ...(success === 'wrong' ? ['success_url'] : []),
    ...(reject === 'wrong' ? ['reject_url'] : []),
  ]
  if (name === undefined || success === 'wrong' || reject === 'wrong') return { wrong }
  const appId = isUuid(given['app_id']) ? given['app_id'].toLowerCase() : ''
  return { request: { name, appId, success, reject } }
}

/**
 * A scheme that an application has to itself is a domain name in reverse order, so it contains a dot (RFC 8252, 7.1).
 * Schemes without one, such as mailto: or intent:, belong to everyone and may hand the secret to any program.
 */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/
/** Other characters do not occur in host names, and could add to the policy of the page. */
const PLAIN_HOST = /^[\w.:[\]-]+$/
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** A secret travels there: by HTTPS, to this very machine, or to an application by a scheme of its own. */
function readReturn(raw: unknown): URL | undefined | 'wrong' {
  if (raw === undefined || raw === '') return undefined
  if (typeof raw !== 'string' || raw.length > 2000 || !URL.canParse(raw)) return 'wrong'
  const url = new URL(raw)
  const isAllowed = url.username === '' && url.password === '' && isReturnTarget(url)
  return isAllowed ? url : 'wrong'
}

function isReturnTarget({ protocol, host, hostname }: URL): boolean {
  if (protocol === 'https:') return PLAIN_HOST.test(host)
  return protocol === 'http:' ? LOOPBACK.includes(hostname) : PRIVATE_SCHEME.test(protocol)
}

/** An address with further parameters. */
export function returnAddress(to: URL, answer: Readonly<Record<string, string>>): string {
  const url = new URL(to)
  for (const [name, value] of Object.entries(answer)) url.searchParams.append(name, value)
  return url.href
}
