/** The page that documents the interface, to read and to try. */
import type { DocsVisit } from '../actions/pages.ts'
import type { Site } from '../calendar/site.ts'
import { plainText } from '../present/json-text.ts'
import type { Assets } from './assets.ts'
import { keptByCaches, pageHeaders, type Voice } from './headers.ts'
import { MOUNTS, type Spoken, urlsOf } from './mount.ts'
import { type Prepared, prepare } from './prepared.ts'

/** HTML. */
export type DocsPage = (visit: DocsVisit) => string

interface DocsDesk {
  readonly docsPage: DocsPage
  readonly services: { readonly site: Site }
  readonly assets: Assets
  /** Address of the site. */
  readonly home: () => string
  /** How long shared caches may keep what anybody may read. */
  readonly cdnSeconds: number
}

/** Undefined for other addresses. */
export function docs(
  { docsPage, services: { site }, assets, home, cdnSeconds }: DocsDesk,
  { spoken, voice }: { readonly spoken: Spoken; readonly voice: Voice },
): Prepared | undefined {
  if (spoken.path !== '/docs' && spoken.path !== '/docs/') return undefined
  const { language } = voice
  const urls = urlsOf({ mount: MOUNTS.api, language: spoken.language, site: home() })
  return prepare({
    status: 200,
    headers: {
      ...HEADERS,
      ...keptByCaches(cdnSeconds),
      ...pageHeaders(voice),
    },
    contentType: 'text/html; charset=UTF-8',
    body: plainText(docsPage({ site, language, urls, asset: assets.address })),
    isRead: true,
  })
}

/** All comes from the service itself, and all calls go to it; the component's pictures are data in its style sheet. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const
