/**
 * User names and passwords of URLs, up to the last `@`, as passwords may contain unescaped ones. A quote that ends a
 * value, as in a line of JSON, ends the URL too.
 */
const USER_INFO = /((?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/)(?:\\.|[^\s"'\\]|["'](?![\s,:;)}\]]|$))*@/gi
/** The same where the scheme is missing; a mail address with its scheme is no secret. */
const BARE_USER_INFO = /(^|[\s"'(=])(?!(?:mailto|xmpp|sip|acct):)[^\s:/@"'=]+:[^\s/"'][^\s"']*@(?=[^\s"'])/gi
/** Parameters of queries, by names that secrets usually have. */
const SECRET_PARAMETER =
  /([?&;][\w.-]*(?:passw(?:or)?d|pwd|secret|token|key|signature|credential|auth|appid)[\w.-]*=)[^&\s"'#;]+/gi

/**
 * Hides what a setting or a command line may hold as a secret: user names and passwords in URLs, and parameters such as
 * `password` or `api_key`. Everything that the service prints or logs passes through here, because errors of drivers
 * and libraries repeat the URLs that they were given.
 */
export function redactSecrets(text: string): string {
  // Most lines of a log hold nothing to hide.
  if (!text.includes('@') && !text.includes('=')) return text
  return text.replace(USER_INFO, '$1***@').replace(BARE_USER_INFO, '$1***@').replace(SECRET_PARAMETER, '$1***')
}
