/** Headers of every answer: contract 1.5, decisions CORS. */

export interface HeaderFacts {
  readonly home: string
  /** Whether the index of the compatibility mount is there to be found. */
  readonly hasWordpress: boolean
  readonly corsOrigins: readonly string[]
  readonly origin: string | undefined
  /** Answers to somebody in particular: signed in, or with a password. */
  readonly isPersonal: boolean
}

const ALWAYS = {
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
  'access-control-expose-headers': 'X-TEC-Total, X-TEC-TotalPages, X-WP-Total, X-WP-TotalPages, Link, ETag, Location',
  'access-control-allow-headers':
    'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, X-Event-Password, X-HTTP-Method-Override',
} as const

const NEVER_STORED = {
  expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
} as const

export function commonHeaders(facts: HeaderFacts): Record<string, string> {
  const { isPersonal, origin } = facts
  return {
    ...ALWAYS,
    ...(isPersonal && NEVER_STORED),
    ...((!isPersonal || origin !== undefined) && { vary: 'Origin' }),
    ...corsHeaders(facts),
  }
}

/** Where clients find the index of all namespaces; links of a list stand beside it. */
export function linkHeader({ home, hasWordpress }: HeaderFacts, links: string | undefined): string {
  const index = `<${home}/${hasWordpress ? 'wp-json' : 'api'}/>; rel="https://api.w.org/"`
  return links ? `${index}, ${links}` : index
}

/** Any origin may read without credentials; a listed one may send them. */
function corsHeaders({ corsOrigins, origin }: HeaderFacts): Record<string, string> {
  if (origin === undefined) return {}
  const methods = { 'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE' }
  if (corsOrigins.includes(origin)) {
    return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', ...methods }
  }
  return corsOrigins.includes('*') ? { 'access-control-allow-origin': '*', ...methods } : {}
}
