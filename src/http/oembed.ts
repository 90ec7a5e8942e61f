/** https://oembed.com, version 1.0: other sites hand in the address of a page and get what shows it. */
import { STATUS_CODES } from 'node:http'
import { lastingOf, lastWrite } from '../actions/lasting.ts'
import type { OembedFacts, OembedReply, PageRequest } from '../actions/pages.ts'
import { clockOf, readAnywhere } from '../actions/services.ts'
import { parseCount } from '../calendar/field.ts'
import { plainText } from '../present/json-text.ts'
import { escapeXml } from '../text/xml.ts'
import type { Seen } from './gate.ts'
import { keptByCaches } from './headers.ts'
import { parseForm } from './input.ts'
import { MOUNTS, spokenPath, urlsOf } from './mount.ts'
import { type Prepared, prepare } from './prepared.ts'
import type { Made } from './shelf.ts'
import { isPublicRead } from './shelf-key.ts'

const PATH = '/oembed'

interface Form {
  readonly contentType: string
  readonly write: (facts: OembedFacts) => string
}

const FORMS = {
  json: { contentType: 'application/json; charset=UTF-8', write: (facts: OembedFacts) => JSON.stringify(facts) },
  xml: { contentType: 'text/xml; charset=UTF-8', write: xmlOf },
} as const satisfies Record<string, Form>

/** Undefined for other addresses and verbs. */
export async function oembed(seen: Seen): Promise<Prepared | undefined> {
  const { gate, method, query, path, voice, request } = seen
  if (path !== PATH || (method !== 'GET' && method !== 'HEAD')) return undefined
  const { url, format = 'json', maxwidth, maxheight } = query
  if (typeof url !== 'string') return refusal(400)
  if (format !== 'json' && format !== 'xml') return refusal(501)
  const make = () => made(seen, url, FORMS[format])
  if (!isPublicRead(method, request.headers)) return (await make()).prepared
  const key = `${voice.language} oembed ${JSON.stringify([url, format, maxwidth, maxheight])}`
  return gate.shelf.share({ address: `${voice.language} ${request.url}`, key, language: voice.language }, make)
}

async function made(seen: Seen, url: string, form: Form): Promise<Made> {
  const { services, cdnSeconds } = seen.gate
  const write = await lastWrite(services.database)
  const reply = await replyTo(seen, url)
  if (reply?.kind !== 'shown') return { prepared: refusal(reply ? 401 : 404), until: undefined }
  const { since, until } = lastingOf(clockOf(services), write, reply.until)
  const prepared = prepare({
    status: 200,
    headers: { ...COMMON, ...keptByCaches(cdnSeconds) },
    contentType: form.contentType,
    body: plainText(form.write(reply.facts)),
    isRead: true,
    lastModified: since,
  })
  return { prepared, until }
}

const COMMON = {
  vary: 'Accept-Encoding, Accept-Language',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const

const refusal = (status: 400 | 401 | 404 | 501): Prepared =>
  prepare({
    status,
    headers: { ...COMMON, 'cache-control': 'no-cache' },
    contentType: 'text/plain; charset=UTF-8',
    body: plainText(`${STATUS_CODES[status]}\n`),
    isRead: false,
  })

/** People copy addresses that lead on to others. */
const MOST_MOVES = 3

async function replyTo(seen: Seen, url: string): Promise<OembedReply | undefined> {
  const { gate, query } = seen
  const [width, height] = [query['maxwidth'], query['maxheight']].map((raw) => {
    const side = parseCount(raw)
    return 'value' in side ? side.value : undefined
  })
  let address = url
  for (let moves = 0; moves <= MOST_MOVES; moves++) {
    const request = requestAt(seen, address)
    if (!request) return undefined
    const reply = await readAnywhere(gate.services, (from) => gate.pages.oembed(from, request, { width, height }))
    if (reply?.kind !== 'moved') return reply
    address = new URL(reply.to, gate.home()).href
  }
  return undefined
}

/** The page that an address means, should it be one of ours. */
function requestAt({ gate, voice, request }: Seen, address: string): PageRequest | undefined {
  const site = new URL(gate.home())
  if (!URL.canParse(address)) return undefined
  const { protocol, host, pathname, search } = new URL(address)
  const folder = site.pathname.replace(/\/$/, '')
  const isOurs = /^https?:$/.test(protocol) && host === site.host && pathname.startsWith(`${folder}/`)
  if (!isOurs) return undefined
  const spoken = spokenPath(pathname.slice(folder.length), gate.services.site.languages)
  const urls = urlsOf({ mount: MOUNTS.api, language: spoken.language, site: gate.home() })
  const language = spoken.language ?? voice.language
  const query = parseForm(search.slice(1))
  return { path: spoken.path, query, language, urls, address: request.ip, password: undefined }
}

function xmlOf(facts: OembedFacts): string {
  const lines = Object.entries(facts).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${lines.join('')}</oembed>\n`
}
