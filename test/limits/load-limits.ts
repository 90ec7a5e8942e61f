/** Limits of rates, and of what a process does at the same time. */
import { SETTINGS } from '../../src/config.ts'
import { MAX_UNREAD_BYTES } from '../../src/features/synchronization/event-stream.ts'
import { LIVE_CLIENT_SHARE } from '../../src/features/synchronization/live-connections.ts'
import {
  MAX_STREAM_WAIT_MILLISECONDS,
  MAX_WAITING_PER_SLOT,
  STALLED_STREAM_MILLISECONDS,
} from '../../src/http/response/stream-slots.ts'
import { INACTIVITY_TIMEOUT_MILLISECONDS } from '../../src/http/server/transport.ts'
import { MAX_BODY_BYTES, MAX_UPLOADS } from '../../src/http/settings/limit-settings.ts'
import { coveredBy, type Limit } from './limit.ts'

export const LOAD_LIMITS: readonly Limit[] = [
  {
    ...{ name: 'Requests of a client', max: 'RATE_LIMIT_REQUESTS', unit: 'per second, on average over 10 seconds' },
    beyond: { error: 'too_many_requests' },
    metric: 'address',
    trial: coveredBy('http/limits/request-limits', 'A client with too many requests gets 429 with Retry-After'),
  },
  {
    ...{ name: 'Requests with a password or session', max: 'RATE_LIMIT_KEY', unit: 'per second, in the same way' },
    beyond: { error: 'too_many_requests' },
    metric: 'key',
    trial: coveredBy('http/limits/request-limits', 'Requests with one application password are limited'),
  },
  {
    ...{ name: 'Event streams and waiting requests', max: 'MAX_LIVE_CONNECTIONS', unit: '' },
    beyond: { error: 'overloaded' },
    metric: 'live',
    trial: coveredBy('http/changes/waiting', 'More waiting requests than MAX_LIVE_CONNECTIONS get 503'),
  },
  {
    name: 'Event streams and waiting requests of a client, a tenth',
    max: Number(SETTINGS.MAX_LIVE_CONNECTIONS.default) * LIVE_CLIENT_SHARE,
    unit: '',
    beyond: { error: 'too_many_requests' },
    metric: 'live',
    trial: coveredBy('http/changes/stream', 'One client gets at most a tenth of the streams'),
  },
  {
    ...{ name: 'Unread events of a stream', max: MAX_UNREAD_BYTES, unit: 'bytes' },
    beyond: { effect: 'the stream ends' },
    trial: coveredBy('http/changes/stream', 'A reader that does not read is disconnected'),
  },
  {
    ...{ name: 'Feeds that are sent', max: 'MAX_STREAMS', unit: '' },
    beyond: { effect: 'they wait' },
    trial: coveredBy('http/feeds/feed-streams', 'Concurrent feeds are limited: further requests wait'),
  },
  {
    ...{ name: 'Feeds that wait, for each that is sent', max: MAX_WAITING_PER_SLOT, unit: '' },
    beyond: { error: 'overloaded' },
    metric: 'streams',
    trial: coveredBy('http/feeds/stream-slots', 'Waiting ends with "overloaded" after its time limit, and is rejected'),
  },
  {
    ...{ name: 'Time for which a feed waits', max: MAX_STREAM_WAIT_MILLISECONDS / 1000, unit: 'seconds' },
    beyond: { error: 'overloaded' },
    metric: 'streams',
    trial: coveredBy('http/feeds/stream-slots', 'Waiting ends with "overloaded" after its time limit, and is rejected'),
  },
  {
    ...{
      name: 'Time without reading a feed, if others wait',
      max: STALLED_STREAM_MILLISECONDS / 1000,
      unit: 'seconds',
    },
    beyond: { effect: 'the feed ends' },
    trial: coveredBy('http/feeds/stream-slots', 'A stalled stream is aborted when another one waits'),
  },
  {
    ...{ name: 'Requests with files', max: MAX_UPLOADS, unit: '' },
    beyond: { error: 'overloaded' },
    metric: 'uploads',
    trial: coveredBy('http/limits/work-limits', 'Uploads are limited until one ends'),
  },
  {
    ...{ name: 'Bodies in memory', max: MAX_BODY_BYTES, unit: 'bytes' },
    beyond: { error: 'overloaded' },
    metric: 'body',
    trial: coveredBy('http/limits/work-limits', 'Bodies count with what was received'),
  },
  {
    ...{ name: 'Memory of a process, by default 80 % of the machine', max: 'MAX_MEMORY_MEGABYTES', unit: '' },
    beyond: { error: 'overloaded' },
    metric: 'memory',
    trial: coveredBy('http/limits/work-limits', 'Requests are rejected while the memory is above its limit'),
  },
  {
    ...{ name: 'Statement of the database', max: 'DATABASE_TIMEOUT', unit: 'seconds' },
    beyond: { error: 'overloaded' },
    trial: coveredBy('process/faults', 'A statement beyond its timeout is canceled'),
  },
  {
    ...{ name: 'Time without activity of a connection', max: INACTIVITY_TIMEOUT_MILLISECONDS / 1000, unit: 'seconds' },
    beyond: { effect: 'it is closed' },
    trial: coveredBy('http/protocol/malformed', 'A connection without activity is closed'),
  },
]
