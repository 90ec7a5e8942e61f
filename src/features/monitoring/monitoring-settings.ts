/** Settings of the log, metrics and traces; part of `SETTINGS`. */
import { type ConfigSetting, choice, integer, onOff } from '../../http/settings/setting-types.ts'

export const MONITORING_SETTINGS = {
  LOG_LEVEL: {
    default: 'info',
    describe: 'Least severe level that is logged: fatal, error, warn, info, debug, trace or silent',
    ...choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  LOG_FORMAT: {
    default: 'auto',
    describe: 'Format of the log: json, pretty (readable lines), or auto for pretty on a terminal and json elsewhere',
    ...choice('auto', 'json', 'pretty'),
  },
  METRICS_PORT: {
    default: '0',
    describe: 'Port for /metrics in the format of Prometheus, on HOST; 0 for none. All workers share it',
    ...integer(0, 65_535),
  },
  METRICS_TOKEN: {
    default: '',
    describe:
      'Bearer token that /metrics requires, at least 16 characters; without METRICS_PORT, /metrics is served on PORT',
    expected: 'at least 16 characters without spaces',
    parse: (token: string) => (token === '' || /^\S{16,}$/.test(token) ? token : undefined),
    secret: true,
  },
  SERVER_TIMING: {
    default: 'off',
    describe:
      'on: send Server-Timing, the time of each stage of a request, to every client, not only to administrators',
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
      'Base URL of an OpenTelemetry collector (http://127.0.0.1:4318) for traces, by OTLP over HTTP; none by default',
    expected: 'an http or https URL',
    parse: (text: string) =>
      text === '' || (/^https?:/.test(text) && URL.canParse(text)) ? text.replace(/\/+$/, '') : undefined,
    secret: true,
  },
} as const satisfies Record<string, ConfigSetting<unknown>>
