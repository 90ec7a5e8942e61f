/** Digests by mail as the settings describe them. */

import type { ProcessServices } from './calendar/services.ts'
import type { Config } from './config.ts'
import { createDigestSchedule } from './features/digests/digest-settings.ts'
import type { Digests } from './features/digests/serve-pages.ts'
import { createDigestSubscriptions } from './features/digests/subscriptions.ts'
import { createDigestRenderer } from './features/site/digest-renderer.ts'
import type { SiteOptions } from './features/site/page-renderer.ts'
import { buildUrls, MOUNTS } from './http/request/resolve-mount.ts'

/** Undefined without a mail server. */
export const findDigestSchedule = (config: Config, { mailer }: Pick<ProcessServices, 'mailer'>) =>
  mailer && createDigestSchedule(config)

/** Undefined if no digests are sent. The URLs in mails are those of pages. */
export function createDigests(
  config: Config,
  services: ProcessServices,
  siteOptions: SiteOptions,
  getHomeUrl: () => string,
): Digests | undefined {
  const { mailer, settings } = services
  const schedule = findDigestSchedule(config, services)
  if (!mailer || !schedule) return undefined
  const mount = config.WORDPRESS_MOUNT ? MOUNTS.wordpress : MOUNTS.api
  return {
    schedule,
    renderer: createDigestRenderer(siteOptions),
    subscriptions: createDigestSubscriptions(services, mailer),
    getUrls: (language) =>
      buildUrls({
        mount,
        language: settings.current().languages.length > 1 ? language : undefined,
        site: getHomeUrl(),
      }),
  }
}
