/** Limits on clients and on the work of a process; part of `SETTINGS`. */
import { type ConfigSetting, integer } from './setting-types.ts'

/** Requests with files that a process receives at the same time. */
export const MAX_UPLOADS = 16
/** Total size of the request bodies that a process holds in memory. */
export const MAX_BODY_BYTES = 64 * 2 ** 20

export const LIMIT_SETTINGS = {
  RATE_LIMIT_REQUESTS: {
    default: '100',
    describe:
      'Requests per second of a client (an IPv4 address or an IPv6 /64 network), on average over 10 seconds; more get 429. Requests from the same machine are not limited. 0 disables the limit',
    ...integer(0, 1_000_000),
  },
  RATE_LIMIT_KEY: {
    default: '100',
    describe: 'Requests per second with one application password or session, in the same way',
    ...integer(0, 1_000_000),
  },
  MAX_STREAMS: {
    default: '32',
    describe:
      'Feeds that a process sends at the same time, each with up to 2 MB of memory; further requests wait for up to 10 seconds, then get 503',
    ...integer(1, 100_000),
  },
  MAX_LIVE_CONNECTIONS: {
    default: '1000',
    describe:
      'Event streams and requests that wait for changes, per process, each with up to 50 kB of memory; more get 503',
    ...integer(0, 1_000_000),
  },
  MAX_MEMORY_MEGABYTES: {
    default: '0',
    describe:
      'Memory of a process above which requests that are not cached get 503; 0 for 80 % of the memory of the machine or container, divided by WORKERS',
    ...integer(0, 1_048_576),
  },
} as const satisfies Record<string, ConfigSetting<unknown>>
