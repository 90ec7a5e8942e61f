/** The state of the service and its records, for administrators. */

import { setTimeout } from 'node:timers/promises'
import type { DateTime } from '../../base/time/date-time.ts'
import { iterateMediaKeys } from '../../calendar/images/image-store.ts'
import type { CheckReports } from '../../calendar/readiness-checks.ts'
import type { Services } from '../../calendar/services.ts'
import type { CoreHost } from '../../http/feature-host.ts'
import type { JobStatus } from '../../kernel/job-monitor.ts'
import { type BackupState, findBackupState } from '../backup/backup-state.ts'
import { type CheckedSite, listCheckedSites } from './link-checks.ts'
import {
  countEventGaps,
  type EventGaps,
  findGeocodingGaps,
  type GeocodingGaps,
  measureDatabase,
} from './site-health.ts'

export interface DeadLink {
  readonly url: string
  readonly reason: string
  readonly checked: DateTime
  readonly failures: number
  readonly records: readonly CheckedSite[]
}

export interface Health {
  readonly checks: CheckReports
  readonly jobs: Readonly<Record<string, JobStatus>>
  readonly backup: BackupState
  readonly geocoding: GeocodingGaps & { readonly isEnabled: boolean }
  /** `missing` is undefined when the media store is unavailable. */
  readonly images: { readonly total: number; readonly missing: readonly number[] | undefined }
  readonly links: { readonly checked: number; readonly pending: number; readonly dead: readonly DeadLink[] }
  readonly events: EventGaps
  readonly database: { readonly engine: 'sqlite' | 'postgres'; readonly bytes: number }
}

export async function readHealth(
  services: Services,
  { runChecks, readJobs }: Pick<CoreHost, 'runChecks' | 'readJobs'>,
): Promise<Health> {
  const { database, geocoder, now } = services
  const { read, engine } = database
  const checks = await runChecks()
  return {
    checks,
    jobs: readJobs(),
    backup: await findBackupState(read),
    geocoding: { ...(await findGeocodingGaps(read)), isEnabled: geocoder !== undefined },
    images: await readImages(services, checks),
    links: summarizeLinks(await listCheckedSites(read, now())),
    events: await countEventGaps(read, now()),
    database: { engine: engine.name, bytes: await measureDatabase(read, engine) },
  }
}

/** The report must not fail or wait while the media store is down. */
async function readImages({ database, files, reportError }: Services, checks: CheckReports): Promise<Health['images']> {
  const isDown = checks['media']?.status === 'failing'
  const stored = isDown ? undefined : await listStoredKeys(files).catch((error) => void reportError(error))
  let total = 0
  const missing: number[] = []
  for await (const { id, keys } of iterateMediaKeys(database.read)) {
    total++
    if (stored && keys.some((key) => !stored.has(key))) missing.push(id)
  }
  return { total, missing: stored && missing }
}

const LIST_MILLISECONDS = 10_000

/** Undefined when the list takes too long. */
async function listStoredKeys(files: Services['files']): Promise<ReadonlySet<string> | undefined> {
  const waiting = new AbortController()
  const timeout = setTimeout(LIST_MILLISECONDS, undefined, { signal: waiting.signal }).catch(() => undefined)
  const list = async () => {
    const stored = new Set<string>()
    for await (const { key } of files.list()) {
      if (waiting.signal.aborted) break
      stored.add(key)
    }
    return stored
  }
  try {
    return await Promise.race([list(), timeout])
  } finally {
    waiting.abort()
  }
}

function summarizeLinks(sites: readonly CheckedSite[]): Health['links'] {
  const byUrl = new Map<string, CheckedSite[]>()
  for (const site of sites) byUrl.set(site.url, [...(byUrl.get(site.url) ?? []), site])
  const dead = [...byUrl].flatMap(([url, records]): DeadLink[] => {
    const [{ reason = '', checked = '', failures = 0 } = {}] = records
    return reason === '' ? [] : [{ url, reason, checked, failures, records }]
  })
  const checked = [...byUrl.values()].filter(([first]) => first?.checked !== '').length
  return { checked, pending: byUrl.size - checked, dead }
}
