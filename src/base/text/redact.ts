/**
 * User names and passwords of URLs, up to the last `@`, as passwords may contain unescaped ones. A quote that ends a
 * value, as in a line of JSON, ends the URL too.
 */
const USER_INFO = /((?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/)(?:\\.|[^\s"'\\]|["'](?![\s,:;)}\]]|$))*@/gi
/** User info without a URL scheme. Email addresses with a scheme, such as `mailto:`, are not secret. */
const BARE_USER_INFO = /(^|[\s"'(=])(?!(?:mailto|xmpp|sip|acct):)[^\s:/@"'=]+:[^\s/"'][^\s"']*@(?=[^\s"'])/gi
/** Query parameters with names that usually contain secrets. */
const SECRET_PARAMETER =
  /([?&;][\w.-]*(?:passw(?:or)?d|pwd|secret|token|key|signature|credential|auth|appid)[\w.-]*=)[^&\s"'#;]+/gi

/**
 * Replaces user names and passwords in URLs and parameters such as `password` or `api_key` by `***`. Applied to all output
 * and logs, because errors of drivers and libraries contain the URLs that they were given.
 */
export function redactSecrets(text: string): string {
  // Fast path: most log lines contain no secrets.
  if (!text.includes('@') && !text.includes('=')) return text
  return text.replace(USER_INFO, '$1***@').replace(BARE_USER_INFO, '$1***@').replace(SECRET_PARAMETER, '$1***')
}
