/** Interfaces that features extend: each declares its members in its `feature.ts`. */
import type { Urls } from '../calendar/posts/urls.ts'
import type { CheckReports } from '../calendar/readiness-checks.ts'
import type { ProcessServices } from '../calendar/services.ts'
import type { SignIns } from '../calendar/users/sign-in.ts'
import type { JobMonitor } from '../kernel/job-monitor.ts'
import type { RequestObserver } from './request-observer.ts'

/** The values of the settings; `config.ts` adds the type of each. */
export interface FeatureConfig {
  readonly databaseUrl: string
}

export type LiveKind = 'wait' | 'stream'

/** Dependencies of features, created by `app.ts`. */
export interface CoreHost {
  readonly config: FeatureConfig
  readonly services: ProcessServices
  readonly version: string
  readonly signIns: SignIns
  readonly observer: RequestObserver
  /** Runs the checks of `/readyz`. */
  readonly runChecks: () => Promise<CheckReports>
  /** The jobs of all workers. */
  readonly readJobs: JobMonitor['read']
  /** URL of the site without a trailing slash. */
  readonly getHomeUrl: () => string
  /** URLs in messages that the service sends by itself. */
  readonly getApiUrls: () => Urls
}

/** With the members that features have provided for those that require them. They declare these in their `feature.ts`. */
export interface FeatureHost extends CoreHost {}
