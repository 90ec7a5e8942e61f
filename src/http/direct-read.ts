/** Public reads of one record that need only its fragments. They bypass Fastify and the stages of other requests. */

import { computeFreshness, findLastWrite } from '../calendar/posts/freshness.ts'
import { createTimeContext, readFromReplicaIfPossible, withCurrentSite } from '../calendar/services.ts'
import { ANONYMOUS } from '../kernel/user.ts'
import { type AppContext, baseUrlFor } from './app-context.ts'
import { createCacheKey } from './cache/cache-key.ts'
import type { DirectRead } from './cache/cache-lookup.ts'
import { findAllowedMethods } from './endpoint-stages.ts'
import {
  type BaseUrl,
  buildUrls,
  findApiTarget,
  parseLocalizedPath,
  siteUrl,
  stripNamespace,
} from './request/resolve-mount.ts'
import { buildResponse } from './response/build-response.ts'
import { DEFAULT_ENVELOPE } from './response/envelope.ts'
import type { HttpResponse } from './response/http-response.ts'
import type { RouteMatch } from './router.ts'

/** Finds the read of an anonymous GET or HEAD; undefined for all other URLs. */
export function createDirectReadFinder(app: AppContext): (url: string) => DirectRead | undefined {
  const { router, withWordpress } = app
  return (url) => {
    if (url.includes('?')) return undefined
    const { languages } = app.services.settings.current()
    const target = findApiTarget(parseLocalizedPath(url, languages), undefined, withWordpress)
    const path = target && stripNamespace(target, target.mount.namespace)
    const match = path === undefined ? undefined : router.find(path)
    if (!target || !match?.route.readPublicly) return undefined
    const { mount, language } = target
    const key = createCacheKey({ mount: mount.name, path: target.path, language, query: {}, args: {} })
    const slot = key === undefined ? undefined : { url, key, language: language ?? languages[0] }
    return (
      slot && {
        slot,
        compute: async () => {
          const response = await computeResponse(app, match, baseUrlFor(app, mount, language))
          return response && { ...response, route: match.name }
        },
      }
    )
  }
}

/** Undefined for a record that the viewer may not read in full. */
async function computeResponse(
  app: AppContext,
  { route, name, params }: RouteMatch,
  baseUrl: BaseUrl,
): Promise<HttpResponse | undefined> {
  const { database } = app.services
  // Read first: the response must not be dated by a write that it may not show.
  const { epoch } = database.bus.current()
  const lastWrite = await findLastWrite(database)
  const services = withCurrentSite(app.services)
  const response = await readFromReplicaIfPossible(services, async (services) =>
    route.readPublicly?.(services, params, buildUrls(baseUrl)),
  )
  return (
    response &&
    buildResponse({
      response,
      allowedMethods: findAllowedMethods(route, ANONYMOUS, undefined),
      discoveryLink: { home: siteUrl(baseUrl), hasWordpress: app.withWordpress },
      contentLanguage: {
        language: baseUrl.language ?? services.site.languages[0],
        isNegotiated: baseUrl.language === undefined,
      },
      envelope: DEFAULT_ENVELOPE,
      isPersonal: false,
      isRead: true,
      isBodiless: false,
      freshness: computeFreshness(createTimeContext(services), lastWrite, response.until),
      sharedCaching: app.sharedCaching,
      route: name,
      epoch,
    })
  )
}
