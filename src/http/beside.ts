/** What is served beside the interface: files, health, documents, and pages for people. */
import { handleAuthorization } from './authorize.ts'
import { handleDocs } from './docs.ts'
import { baseUrlFor, isReadRequest, type RequestContext } from './gate.ts'
import { linkHeader } from './headers.ts'
import { buildUrls, MOUNTS, siteUrl } from './mount.ts'
import { handleOembed } from './oembed.ts'
import { handlePage } from './page-answer.ts'
import type { HttpResponse } from './prepared.ts'
import { handleHealth } from './state.ts'
import { handlePageFeed } from './subscriptions.ts'
import { findMediaFile } from './uploads.ts'
import { handleWellKnown } from './well-known.ts'

/** What programs look for at addresses they know, else a page of the calendar; undefined for neither. */
export async function handleDocumentOrPage(context: RequestContext): Promise<HttpResponse | undefined> {
  const { app, path } = context
  const documentContext = {
    urls: buildUrls(baseUrlFor(app, MOUNTS.api, undefined)),
    securityContact: app.securityContact,
  }
  const wellKnownRequest = { path, url: context.request.url, language: context.contentLanguage.language }
  const document = isReadRequest(context)
    ? (handleDocs(app, context) ?? (await handleWellKnown(app, wellKnownRequest, documentContext)))
    : undefined
  return (
    document ??
    (await handleAuthorization(context)) ??
    (await handleOembed(context)) ??
    (await handlePageFeed(context)) ??
    handlePage(context)
  )
}

/** Files and what machines ask after the state; undefined for an address that is neither. */
export async function handleFileOrHealth(context: RequestContext) {
  const { app, path, localizedPath, request } = context
  const upload = await findMediaFile(app, path, request)
  if (upload) return upload
  const file = await app.assets.find(path, request)
  if (file) return file
  const onFailure = (error: unknown) => request.log.error({ err: error }, 'not ready')
  const health = await handleHealth(
    { path: localizedPath.path, query: context.query, version: app.version, worker: app.worker, onFailure },
    app.services,
  )
  if (!health) return undefined
  const home = siteUrl({ site: app.getHomeUrl(), language: localizedPath.language })
  const link = linkHeader({ home, hasWordpress: app.withWordpress }, undefined)
  return { status: health.status, headers: { ...health.headers, link }, body: health.text }
}
