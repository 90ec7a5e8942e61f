/** What is served beside the interface: files, health, documents, and pages for people. */

import { baseUrlFor, isReadRequest, type RequestContext } from '../api/request-context.ts'
import { buildUrls, MOUNTS, siteUrl } from '../request/resolve-mount.ts'
import { linkHeader } from '../response/headers.ts'
import type { HttpResponse } from '../response/http-response.ts'
import { handleDocs } from '../system/api-docs.ts'
import { handleAuthorization } from '../system/authorize-application.ts'
import { handleHealth } from '../system/health.ts'
import { findMediaFile } from '../system/media-files.ts'
import { handleOembed } from '../system/oembed.ts'
import { handlePageFeed } from '../system/page-feeds.ts'
import { handlePage } from '../system/pages.ts'
import { handleWellKnown } from '../system/well-known.ts'

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
