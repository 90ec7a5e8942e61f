/** The state of the service and its records, for administrators. Times are UTC. */
import type { DateTime } from '../../base/time/date-time.ts'
import { isoTime } from '../../calendar/users/present-account.ts'
import { type AnyRoute, defineEndpoint, READ_METHODS } from '../../http/endpoint.ts'
import { okResponse } from '../../http/response/reply.ts'
import type { JobStatus } from '../../kernel/job-monitor.ts'
import { type DeadLink, type Health, readHealth } from './read-health.ts'
import { mayManageSite } from './routes.ts'

const presentTime = (time: DateTime | ''): string | null => (time === '' ? null : isoTime(time))

const presentUnixTime = (seconds: number | undefined): string | null =>
  seconds === undefined ? null : new Date(seconds * 1000).toISOString().slice(0, 19)

const presentJob = ([name, job]: [string, JobStatus]) => ({
  name,
  last_run: presentUnixTime(job.lastRun),
  last_success: presentUnixTime(job.lastSuccess),
  runs: job.runs,
  failures: job.failures,
  failing: job.isFailing,
  lag_seconds: Math.round(job.lag),
})

const presentDeadLink = ({ url, reason, checked, failures, records }: DeadLink) => ({
  ...{ url, reason, checked: isoTime(checked), failures },
  records: records.map(({ kind, id, title }) => ({ kind, id, title })),
})

const presentHealth = ({ checks, jobs, backup, geocoding, images, links, events, database }: Health) => ({
  checks: Object.fromEntries(
    Object.entries(checks).map(([name, { status, reason, values }]) => [
      name,
      { status, ...(reason && { reason }), ...(values && { values }) },
    ]),
  ),
  jobs: Object.entries(jobs).map(presentJob),
  backup: {
    scheduled: 'backup' in checks,
    succeeded: presentTime(backup.succeeded_at),
    attempted: presentTime(backup.attempted_at),
    failure: backup.failure,
  },
  geocoding: {
    enabled: geocoding.isEnabled,
    pending: geocoding.pending,
    not_found: geocoding.notFound,
    venues: geocoding.venues.map(({ id, title }) => ({ kind: 'venue', id, title })),
  },
  images: {
    total: images.total,
    is_checked: images.missing !== undefined,
    missing: images.missing?.length ?? 0,
    missing_ids: images.missing?.slice(0, 100) ?? [],
  },
  links: { checked: links.checked, pending: links.pending, dead: links.dead.map(presentDeadLink) },
  events: { upcoming: events.upcoming, without_image: events.withoutImage, without_venue: events.withoutVenue },
  database,
})

export const healthRoute: AnyRoute = {
  pattern: '/health',
  needsSignIn: true,
  endpoints: [
    defineEndpoint({
      operation: 'getHealth',
      answers: { 200: 'Health' },
      methods: READ_METHODS,
      path: {},
      args: {},
      isLive: true,
      access: mayManageSite,
      handle: async ({ services, host }) => okResponse(presentHealth(await readHealth(services, host))),
    }),
  ],
}
