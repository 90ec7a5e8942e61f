/** How an application asks a person for a password of its own: the authorization flow of WordPress, whose clients know it. */
import type { MessageKey } from '../../i18n/translate.ts'
import { isUuid, parseApplicationName } from '../fields/application-password.ts'

export interface AuthorizationRequest {
  /** What it calls itself. */
  readonly name: string
  /** UUID that it gave itself; empty when it gave none. */
  readonly appId: string
  /** Where it wants the answer; undefined when it has the person copy it. */
  readonly successUrl: URL | undefined
  readonly rejectUrl: URL | undefined
}

export type AuthorizationRequestResult =
  | { readonly request: AuthorizationRequest }
  /** Names of parameters that are missing or wrong. */
  | { readonly invalidParameters: readonly string[] }

/** Where a person stands who is asked to let an application in. */
export type AuthorizationStep =
  | { readonly kind: 'invalid'; readonly names: readonly string[] }
  /** `fields` go back as they came; `failure` says why it was not allowed yet. */
  | {
      readonly kind: 'ask'
      readonly request: AuthorizationRequest
      readonly fields: Readonly<Record<string, string>>
      readonly login: string
      readonly failure: MessageKey | undefined
    }
  | { readonly kind: 'refused' }
  | { readonly kind: 'done'; readonly name: string; readonly login: string; readonly password: string }

/** Parameters of the flow. */
export const AUTHORIZATION_PARAMETERS = ['app_name', 'app_id', 'success_url', 'reject_url'] as const

const MAX_NAME_LENGTH = 100

export function parseAuthorizationRequest(parameters: Readonly<Record<string, unknown>>): AuthorizationRequestResult {
  const name = parseApplicationName(parameters['app_name'], MAX_NAME_LENGTH)
  const successUrl = parseRedirectUrl(parameters['success_url'])
  const rejectUrl = parseRedirectUrl(parameters['reject_url'])
  const invalidParameters = [
    ...(name === undefined ? ['app_name'] : []),
    ...(successUrl === 'wrong' ? ['success_url'] : []),
    ...(rejectUrl === 'wrong' ? ['reject_url'] : []),
  ]
  if (name === undefined || successUrl === 'wrong' || rejectUrl === 'wrong') return { invalidParameters }
  const appId = isUuid(parameters['app_id']) ? parameters['app_id'].toLowerCase() : ''
  return { request: { name, appId, successUrl, rejectUrl } }
}

/**
 * A scheme that an application has to itself is a domain name in reverse order, so it contains a dot (RFC 8252, 7.1).
 * Schemes without one, such as mailto: or intent:, belong to everyone and may hand the secret to any program.
 */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/
/** Other characters do not occur in host names, and could add to the policy of the page. */
const HOST_PATTERN = /^[\w.:[\]-]+$/
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** A secret travels there: by HTTPS, to this very machine, or to an application by a scheme of its own. */
function parseRedirectUrl(raw: unknown): URL | undefined | 'wrong' {
  if (raw === undefined || raw === '') return undefined
  if (typeof raw !== 'string' || raw.length > 2000 || !URL.canParse(raw)) return 'wrong'
  const url = new URL(raw)
  const isAllowed = url.username === '' && url.password === '' && isReturnTarget(url)
  return isAllowed ? url : 'wrong'
}

function isReturnTarget({ protocol, host, hostname }: URL): boolean {
  if (protocol === 'https:') return HOST_PATTERN.test(host)
  return protocol === 'http:' ? LOOPBACK_HOSTS.includes(hostname) : PRIVATE_SCHEME.test(protocol)
}

/** An address with further parameters. */
export function buildRedirectUrl(redirectUrl: URL, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(redirectUrl)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value)
  return url.href
}
