/** What is served beside the interface: files, health, documents, and pages for people. */
import { authorization } from './authorize.ts'
import { docs } from './docs.ts'
import { calledOf, isRead, type Seen } from './gate.ts'
import { linkHeader } from './headers.ts'
import { homeOf, MOUNTS, urlsOf } from './mount.ts'
import { oembed } from './oembed.ts'
import { pageAnswer } from './page-answer.ts'
import type { Prepared } from './prepared.ts'
import { stateAnswer } from './state.ts'
import { subscriptionAnswer } from './subscriptions.ts'
import { findUpload } from './uploads.ts'
import { wellKnown } from './well-known.ts'

/** What programs look for at addresses they know, else a page of the calendar; undefined for neither. */
export async function documentOrPage(seen: Seen): Promise<Prepared | undefined> {
  const { gate, path } = seen
  const where = { urls: urlsOf(calledOf(gate, MOUNTS.api, undefined)), securityContact: gate.securityContact }
  const wanted = { path, address: seen.request.url, language: seen.voice.language }
  const document = isRead(seen) ? (docs(gate, seen) ?? (await wellKnown(gate, wanted, where))) : undefined
  return (
    document ??
    (await authorization(seen)) ??
    (await oembed(seen)) ??
    (await subscriptionAnswer(seen)) ??
    pageAnswer(seen)
  )
}

/** Files and what machines ask after the state; undefined for an address that is neither. */
export async function fileOrState(seen: Seen) {
  const { gate, path, spoken, request } = seen
  const upload = await findUpload(gate, path, request)
  if (upload) return upload
  const file = await gate.assets.find(path, request)
  if (file) return file
  const onFailure = (error: unknown) => request.log.error({ err: error }, 'not ready')
  const found = await stateAnswer(
    { path: spoken.path, query: seen.query, version: gate.version, worker: gate.worker, onFailure },
    gate.services,
  )
  if (!found) return undefined
  const home = homeOf({ site: gate.home(), language: spoken.language })
  const link = linkHeader({ home, hasWordpress: gate.withWordpress }, undefined)
  return { status: found.status, headers: { ...found.headers, link }, body: found.text }
}
