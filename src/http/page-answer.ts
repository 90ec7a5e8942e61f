/** Pages of the public calendar as answers: kept, compressed and known by a tag like any other. */
import { lastingOf, lastWrite } from '../actions/lasting.ts'
import { clockOf, readAnywhere } from '../actions/services.ts'
import { plainText } from '../present/json-text.ts'
import { prefersPage } from './accept.ts'
import { isRead, pageUrls, type Seen } from './gate.ts'
import { keptByCaches, linkHeader, NEVER_STORED, pageHeaders } from './headers.ts'
import { readGiven } from './input.ts'
import { type Prepared, prepare } from './prepared.ts'
import type { Made } from './shelf.ts'
import { isPublicRead, pageKey } from './shelf-key.ts'

/**
 * Undefined where the API answers: for other methods, and for a missing page that a client of JSON asks for. A missing
 * page is a page for everyone else, whatever its URL looks like.
 */
export async function pageAnswer(seen: Seen): Promise<Prepared | undefined> {
  const prepared = await answerPage(seen)
  const isMissing = prepared?.status === 404
  return isMissing && !prefersPage(seen.request.headers.accept) ? undefined : prepared
}

/** URLs of an API that is not served: of WordPress where that is switched off, or in a language that the site has not. */
const OF_API = /^(?:\/[\w-]+)?(?:\/index\.php)?\/(?:wp-json|api)(?:\/|$)/i

async function answerPage(seen: Seen): Promise<Prepared | undefined> {
  const { gate, request, spoken, query, voice } = seen
  const { method, headers } = request
  const isPage = gate.pages.isPage(spoken.path)
  if (isPage && method === 'POST') return opened(seen)
  if (!isRead(seen)) return undefined
  if (!isPage && (OF_API.test(spoken.path) || !prefersPage(headers.accept))) return undefined
  if (!isPage || !isPublicRead(method, headers)) return (await made(seen, undefined)).prepared
  const key = pageKey(
    { language: spoken.language, voice: voice.language, path: spoken.path, query },
    gate.pages.parameters,
  )
  const address = voice.isNegotiated ? `${voice.language} ${request.url}` : request.url
  return gate.shelf.share({ address, key, language: voice.language }, () => made(seen, undefined))
}

/** Protected pages are opened by a form, so that no address holds a password. */
async function opened(seen: Seen): Promise<Prepared> {
  const { password } = await readGiven(seen.request)
  return (await made(seen, typeof password === 'string' ? password : '')).prepared
}

async function made(seen: Seen, password: string | undefined): Promise<Made> {
  const { gate, request, spoken, query, voice } = seen
  const { services, withWordpress, cdnSeconds } = gate
  const urls = pageUrls(seen)
  const asked = { path: spoken.path, query, language: voice.language, urls, password, address: request.ip }
  const write = await lastWrite(services.database)
  const reply = await readAnywhere(services, (from) => gate.pages.answer(from, asked))
  const isPersonal = reply.isPersonal || password !== undefined
  const isKept = !isPersonal && reply.status === 200
  const lasting = isKept ? lastingOf(clockOf(services), write, reply.until) : undefined
  const prepared = prepare({
    status: reply.status,
    headers: {
      // What is not there yet may be in a moment, and programs are told of it in another form.
      ...(isPersonal || reply.status >= 400 ? NEVER_STORED : keptByCaches(cdnSeconds)),
      ...pageHeaders(voice),
      ...reply.headers,
      link: linkHeader({ home: urls.home, hasWordpress: withWordpress }, undefined),
    },
    contentType: 'text/html; charset=UTF-8',
    body: plainText(reply.text),
    isRead: isKept,
    lastModified: lasting?.since,
  })
  return { prepared, until: lasting?.until }
}
