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
} as const satisfies Record<string, ConfigSetting<unknown>>
