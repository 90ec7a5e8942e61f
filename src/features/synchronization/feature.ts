import { defineFeature } from '../../http/feature.ts'
import { createLiveConnections, type LiveConnections } from './live-connections.ts'
import { changeRoutes } from './routes.ts'
import { createChangeSchemas } from './schemas.ts'
import { createStreamChannels, type StreamChannels } from './stream-channels.ts'

declare module '../../http/feature-host.ts' {
  interface FeatureHost {
    /** Requests that wait for changes, and event streams. */
    readonly liveConnections: LiveConnections
    readonly streamChannels: StreamChannels
  }
}

/** Changes since a point in time, as pages and as event streams. */
export const synchronization = defineFeature({
  name: 'synchronization',
  routes: [{ position: 170, routes: changeRoutes }],
  schemas: [{ position: 40, create: createChangeSchemas }],
  serve: ({ config, services, observer }) => {
    const liveConnections = createLiveConnections({
      bus: services.database.bus,
      maxConnections: config.MAX_LIVE_CONNECTIONS,
      onReject: () => observer.counters.countRejection('live'),
    })
    const streamChannels = createStreamChannels(services)
    return {
      provides: { liveConnections, streamChannels },
      countLive: liveConnections.count,
      endLive: () => {
        liveConnections.close()
        streamChannels.close()
      },
    }
  },
})
