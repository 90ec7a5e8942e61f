/** Requests of applications for an application password: the authorization flow of WordPress. */
import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import { isUuid, parseApplicationName } from '../../calendar/users/application-password-fields.ts'

export interface AuthorizationRequest {
  /** Name chosen by the application. */
  readonly name: string
  /** UUID chosen by the application; empty without one. */
  readonly appId: string
  /** URL to redirect to; undefined when the user copies the password. */
  readonly successUrl: URL | undefined
  readonly rejectUrl: URL | undefined
}

export type AuthorizationRequestResult =
  | { readonly request: AuthorizationRequest }
  /** Names of missing or invalid parameters. */
  | { readonly invalidParameters: readonly string[] }

/** State of the authorization page. */
export type AuthorizationStep =
  | { readonly kind: 'invalid'; readonly names: readonly string[] }
  /** `fields` are the submitted values; `failure` is the reason why authorization was denied. */
  | {
      readonly kind: 'ask'
      readonly request: AuthorizationRequest
      readonly fields: Readonly<Record<string, string>>
      readonly login: string
      readonly failure: MessageKey | undefined
      /** True if the user has to enter the code of a second factor. */
      readonly needsCode: boolean
    }
  | { readonly kind: 'refused' }
  | { readonly kind: 'done'; readonly name: string; readonly login: string; readonly password: string }

/** Query parameters of the flow. */
export const AUTHORIZATION_PARAMETERS = ['app_name', 'app_id', 'success_url', 'reject_url'] as const

export const MAX_REQUESTED_NAME_LENGTH = 100

export function parseAuthorizationRequest(parameters: Readonly<Record<string, unknown>>): AuthorizationRequestResult {
  const name = parseApplicationName(parameters['app_name'], MAX_REQUESTED_NAME_LENGTH)
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
 * A private-use URI scheme is a reversed domain name, so it contains a dot (RFC 8252, section 7.1). Schemes without
 * one, such as mailto: or intent:, are shared and may pass the secret to any program.
 */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/
/** Other characters do not occur in host names and could alter the page's Content-Security-Policy. */
const HOST_PATTERN = /^[\w.:[\]-]+$/
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** The secret is sent to this URL, so it must use HTTPS, a loopback address or a private-use scheme. */
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

/** The URL with additional parameters. */
export function buildRedirectUrl(redirectUrl: URL, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(redirectUrl)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value)
  return url.href
}
