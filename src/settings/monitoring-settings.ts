/** Settings of metrics, traces and limits. */
import { type ConfigSetting, integer, onOff } from './setting-types.ts'

export const MONITORING_SETTINGS = {
  METRICS_PORT: {
    default: '0',
    describe: 'Port for /metrics in the format of Prometheus, on HOST; 0 for none. All workers share it',
    ...integer(0, 65_535),
  },
  METRICS_TOKEN: {
    default: '',
    describe:
      'Bearer token that /metrics requires, at least 16 characters. Without METRICS_PORT, /metrics is served on PORT for clients with the token',
    expected: 'at least 16 characters without spaces',
    parse: (token: string) => (token === '' || /^\S{16,}$/.test(token) ? token : undefined),
    secret: true,
  },
  SERVER_TIMING: {
    default: 'off',
    describe:
      'on: send Server-Timing, the time of each stage of a request, to every client instead of signed-in administrators only',
    ...onOff,
  },
  SLOW_MS: {
    default: '0',
    describe:
      'Time in milliseconds above which a request is logged with its stages, slowest statements and their query plan; 0 disables this',
    ...integer(0, 3_600_000),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: '',
    describe:
      'Base URL of an OpenTelemetry collector (http://127.0.0.1:4318), to which traces of requests are sent by OTLP over HTTP; none by default',
    expected: 'an http or https URL',
    parse: (text: string) =>
      text === '' || (/^https?:/.test(text) && URL.canParse(text)) ? text.replace(/\/+$/, '') : undefined,
    secret: true,
  },
  RATE_LIMIT_REQUESTS: {
    default: '100',
    describe:
      'Requests per second of a client (an IPv4 address or an IPv6 /64 network), on average over 10 seconds and all workers; more get 429. Requests from the same machine are not limited; behind a proxy on it, set TRUST_PROXY. 0 disables the limit',
    ...integer(0, 1_000_000),
  },
  RATE_LIMIT_KEY: {
    default: '100',
    describe:
      'Requests per second with an application password or session, in the same way; requests from the same machine are not limited; 0 disables the limit',
    ...integer(0, 1_000_000),
  },
  MAX_UPLOADS: {
    default: '16',
    describe: 'Maximum number of requests with files that a process receives at the same time; more get 503',
    ...integer(1, 10_000),
  },
  MAX_BODY_MEGABYTES: {
    default: '64',
    describe:
      'Maximum size of all request bodies that a process holds in memory; above it, requests with a body get 503',
    ...integer(1, 65_536),
  },
  MAX_MEMORY_MEGABYTES: {
    default: '0',
    describe:
      'Memory of a process above which requests that are not cached get 503; 0 for 80 % of the memory of the machine or container, divided by WORKERS',
    ...integer(0, 1_048_576),
  },
} as const satisfies Record<string, ConfigSetting<unknown>>
