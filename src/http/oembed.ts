/** https://oembed.com, version 1.0: other sites hand in the address of a page and get what shows it. */
import { STATUS_CODES } from 'node:http'
import { lastingOf, lastWrite } from '../actions/lasting.ts'
import type { OembedFacts, OembedReply } from '../actions/pages.ts'
import { clockOf, readAnywhere } from '../actions/services.ts'
import { plainText } from '../present/json-text.ts'
import type { Seen } from './gate.ts'
import { keptByCaches } from './headers.ts'
import { describePage, readLimit, writeOembedXml } from './page-description.ts'
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
  xml: { contentType: 'text/xml; charset=UTF-8', write: writeOembedXml },
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

function replyTo({ gate, query, voice, request }: Seen, url: string): Promise<OembedReply | undefined> {
  const limits = { width: readLimit(query['maxwidth']), height: readLimit(query['maxheight']) }
  const asked = {
    ...{ pages: gate.pages, site: gate.home(), language: voice.language },
    ...{ address: request.ip, limits },
  }
  return readAnywhere(gate.services, (services) => describePage({ ...asked, services }, url))
}
