/** A feature: one value that `features.ts` lists. Routers, documents and jobs are made of the core and this list. */
import type { MountedNamespace } from './app-context.ts'
import type { AnyRoute } from './endpoint.ts'
import type { CoreHost, FeatureHost, LiveKind } from './feature-host.ts'
import type { FailureListener, Job, Scheduler } from './jobs.ts'
import type { ResponseSchemas } from './route-description.ts'
import type { RouteFinder } from './served-route.ts'

/** A member of a sequence of parts of the core and of features, such as the index of routes, whose order clients see. */
export interface Positioned {
  /** Ascending. Parts with equal positions keep the order of `features.ts`. */
  readonly position: number
}

export interface RouteGroup extends Positioned {
  readonly routes: readonly AnyRoute[]
}

export interface SchemaGroup extends Positioned {
  readonly create: () => ResponseSchemas
}

/** Finds routes outside of the namespaces of the API. The API has position 100; pages, which accept any path, are last. */
export interface PositionedFinder extends Positioned {
  readonly find: RouteFinder
}

export interface Feature {
  /** Its folder. */
  readonly name: string
  /** Names of the features that it imports. It does not work without them. */
  readonly requires?: readonly string[]
  /** Routes in the namespace of the calendar. */
  readonly routes?: readonly RouteGroup[]
  /** Schemas of the responses of its routes. */
  readonly schemas?: readonly SchemaGroup[]
  /** Called once in each process that serves requests, in the order of the features. */
  readonly serve?: (host: FeatureHost) => FeatureParts
}

export interface FeatureParts {
  readonly finders?: readonly PositionedFinder[]
  /** Further namespaces of `/wp-json`. */
  readonly namespaces?: readonly MountedNamespace[]
  readonly jobs?: readonly Job[]
  /** Starts continuous work in the process that runs the jobs; undefined without any. */
  readonly start?: (onFailure: FailureListener) => Scheduler | undefined
  /** Members of the host for the features that follow. */
  readonly provides?: Partial<FeatureHost>
  /** Number of requests that wait for changes, or of event streams. */
  readonly countLive?: (kind: LiveKind) => number
  /** Ends these responses, when the service stops. */
  readonly endLive?: () => void
  /** Waits for work that requests have started. */
  readonly settle?: () => Promise<void>
}

/** A value of this type is the only export of `feature.ts` in the folder of the feature. */
export const defineFeature = (feature: Feature): Feature => feature

/** The parts of all features of a process. */
export interface ServedFeatures extends Required<Omit<FeatureParts, 'provides' | 'start'>> {
  /** With what the features have provided for each other. */
  readonly host: FeatureHost
  readonly starters: readonly NonNullable<FeatureParts['start']>[]
}

/** Creates the parts of the features. Each gets the members of the host that those before it have provided. */
export function serveFeatures(features: readonly Feature[], core: CoreHost): ServedFeatures {
  // The members of a feature are missing until its turn, and it comes before those that require it.
  let host = core as FeatureHost
  const all = features.map(({ serve }) => {
    const parts = serve?.(host) ?? {}
    host = { ...host, ...parts.provides }
    return parts
  })
  return {
    host,
    finders: all.flatMap(({ finders = [] }) => finders),
    namespaces: all.flatMap(({ namespaces = [] }) => namespaces),
    jobs: all.flatMap(({ jobs = [] }) => jobs),
    starters: all.flatMap(({ start }) => (start ? [start] : [])),
    countLive: (kind) => all.reduce((sum, { countLive }) => sum + (countLive?.(kind) ?? 0), 0),
    endLive: () => {
      for (const { endLive } of all) endLive?.()
    },
    settle: async () => {
      await Promise.all(all.map(({ settle }) => settle?.()))
    },
  }
}

/** The parts of the core and of features in their order. */
export const sortByPosition = <T extends Positioned>(parts: readonly T[]): readonly T[] =>
  parts.toSorted((a, b) => a.position - b.position)
