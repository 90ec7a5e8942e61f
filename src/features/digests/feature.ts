import { defineFeature } from '../../http/feature.ts'
import type { FeatureHost } from '../../http/feature-host.ts'
import { INTERVALS } from '../../http/jobs.ts'
import { buildUrls, MOUNTS } from '../../http/request/resolve-mount.ts'
import { findDigestSchedule } from './digest-settings.ts'
import { sendDueDigests } from './send-digests.ts'
import { createDigestRouteFinder, type Digests } from './serve-pages.ts'
import { createDigestSubscriptions, deleteOldDigests } from './subscriptions.ts'

declare module '../../http/feature-host.ts' {
  interface FeatureHost {
    /** Undefined if no digests are sent. */
    readonly digests?: Digests
  }
}

/** Undefined if no digests are sent. Mails link to pages. */
function createDigests({ config, services, digestRenderer, getHomeUrl }: FeatureHost): Digests | undefined {
  const { mailer, settings } = services
  const schedule = findDigestSchedule(config, services)
  if (!mailer || !schedule) return undefined
  const mount = config.WORDPRESS_MOUNT ? MOUNTS.wordpress : MOUNTS.api
  return {
    schedule,
    renderer: digestRenderer,
    subscriptions: createDigestSubscriptions(services, mailer),
    getUrls: (language) =>
      buildUrls({
        mount,
        language: settings.current().languages.length > 1 ? language : undefined,
        site: getHomeUrl(),
      }),
  }
}

/** Weekly mails of the events of a part of the calendar. */
export const digests = defineFeature({
  name: 'digests',
  requires: ['site'],
  serve: (host) => {
    const own = createDigests(host)
    const cleanUp = { name: 'digest-clean-up', interval: INTERVALS.hour, run: deleteOldDigests }
    const finders = [{ position: 210, find: createDigestRouteFinder(own) }]
    if (!own) return { finders, jobs: [cleanUp] }
    return {
      finders,
      jobs: [
        {
          name: 'digests',
          interval: INTERVALS.second,
          run: (services, signal) => sendDueDigests(services, own, signal),
        },
        cleanUp,
      ],
      provides: { digests: own },
      settle: own.subscriptions.settle,
    }
  },
})
