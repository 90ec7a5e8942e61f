/** Responses that are assembled from cached fragments, without I/O. */

import { ANONYMOUS } from '../../domain/model/user.ts'
import { getCachedFreshness } from '../../usecases/read/freshness.ts'
import { buildUrls, findApiTarget, parseLocalizedPath, siteUrl, stripNamespace } from '../request/resolve-mount.ts'
import { buildResponse } from '../response/build-response.ts'
import { DEFAULT_ENVELOPE } from '../response/envelope.ts'
import type { HttpResponse } from '../response/http-response.ts'
import type { AppContext } from './app-context.ts'
import { findAllowedMethods } from './endpoint-stages.ts'

/** Responds to an anonymous GET of a URL; undefined when a fragment is not cached. */
export function createFragmentResponder(app: AppContext): (url: string) => HttpResponse | undefined {
  const { services, router, withWordpress, cdnSeconds } = app
  const { languages } = services.site
  return (url) => {
    if (url.includes('?')) return undefined
    const apiTarget = findApiTarget(parseLocalizedPath(url, languages), undefined, withWordpress)
    if (!apiTarget) return undefined
    const { mount, language } = apiTarget
    const path = stripNamespace(apiTarget, mount.namespace)
    const match = path === undefined ? undefined : router.find(path)
    const baseUrl = { mount, language, site: app.getHomeUrl() }
    const response = match?.route.readFromCache?.(services, match.params, buildUrls(baseUrl))
    const freshness = response && getCachedFreshness(services, response.until)
    if (!match || !response || !freshness) return undefined
    return buildResponse({
      response,
      allowedMethods: findAllowedMethods(match.route, ANONYMOUS, undefined),
      discoveryLink: { home: siteUrl(baseUrl), hasWordpress: withWordpress },
      contentLanguage: { language: language ?? languages[0], isNegotiated: language === undefined },
      envelope: DEFAULT_ENVELOPE,
      isPersonal: false,
      isRead: true,
      isBodiless: false,
      freshness,
      cdnSeconds,
      epoch: services.database.bus.current().epoch,
    })
  }
}
