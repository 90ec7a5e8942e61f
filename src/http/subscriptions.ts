/** Feeds at the URLs of pages. They are answered in place, as some subscribers follow no redirects. */
import type { Subscription } from '../actions/pages.ts'
import { readAnywhere } from '../actions/services.ts'
import { isRead, pageUrls, type Seen } from './gate.ts'
import { interfaceAnswer } from './interface.ts'
import { MOUNTS } from './mount.ts'
import type { Prepared } from './prepared.ts'

/** Undefined for requests that ask for no feed, and where the page must answer. */
export async function subscriptionAnswer(seen: Seen): Promise<Prepared | undefined> {
  const { gate, spoken, query } = seen
  if (!isRead(seen) || !gate.pages.isSubscription(spoken.path, query)) return undefined
  const found = await findSubscription(seen)
  if (found instanceof Error) return interfaceAnswer(seen, undefined, found)
  if (!found) return undefined
  const mount = gate.withWordpress ? MOUNTS.wordpress : MOUNTS.api
  const path = `/${mount.namespace}${pathOf(found)}`
  return interfaceAnswer({ ...seen, query: found.query }, { mount, language: spoken.language, path }, undefined)
}

const pathOf = ({ event, format }: Subscription): string =>
  event === undefined ? `/events.${format}` : `/events/${event}.${format}`

/** A failure is returned, so that the API presents it as its own. */
async function findSubscription(seen: Seen): Promise<Subscription | Error | undefined> {
  const { gate, spoken, query, voice, request } = seen
  const asked = {
    ...{ path: spoken.path, query, language: voice.language, urls: pageUrls(seen) },
    ...{ password: undefined, address: request.ip },
  }
  try {
    return await readAnywhere(gate.services, (from) => gate.pages.subscription(from, asked))
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
