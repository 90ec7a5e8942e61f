import type { DateTime } from '../datetime/parse-date.ts'
import type { Site, TimeContext } from '../domain/site.ts'
import type { FragmentCache } from '../fragments/fragment-cache.ts'
import type { ImageDecoder } from '../media/image-decoder.ts'
import type { MediaStore } from '../media/stores/media-store.ts'
import type { TemporaryFiles } from '../media/temporary-files.ts'
import type { Geocoder } from '../net/geocoder.ts'
import type { SafeFetch } from '../net/safe-fetch.ts'
import type { Database } from '../storage/core/types.ts'

/** What use cases work with; handed in by the context. */
export interface Services {
  readonly database: Database
  readonly site: Site
  /** The present, in UTC. */
  readonly now: () => DateTime
  /** Random text, hexadecimal, of so many bytes. */
  readonly random: (bytes: number) => string
  /** Files of pictures. */
  readonly files: MediaStore
  /** Files of requests in progress. */
  readonly temporaryFiles: TemporaryFiles
  readonly imageDecoder: ImageDecoder
  /** Fetches what a request names by its address. */
  readonly fetch: SafeFetch
  /** Hears what failed beside a request that is answered all the same. */
  readonly reportError: (error: unknown) => void
  /** Texts of records as the wire shows them. */
  readonly fragments: FragmentCache
  /** Ends connections to database and store. */
  readonly close: () => Promise<void>
  /** Undefined when no geocoder is set. */
  readonly geocoder: Geocoder | undefined
}

/** Runs what only reads where it is cheapest. What fails there is run again, so `work` may happen twice. */
export function readFromReplicaIfPossible<T>(services: Services, work: (services: Services) => Promise<T>): Promise<T> {
  return services.database.readFromReplicaIfPossible((database) => work({ ...services, database }))
}

export function createTimeContext({ site, now }: Services): TimeContext {
  return { now: now(), zone: site.zone, dayCutoff: site.dayCutoff }
}
