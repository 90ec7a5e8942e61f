/** Settings of live updates. */
import { type ConfigSetting, integer, onOff } from './setting-types.ts'

export const LIVE_SETTINGS = {
  MAX_LIVE_CONNECTIONS: {
    default: '1000',
    describe:
      'Maximum number of event streams and of requests that wait for changes, per process; each takes up to 50 kB of memory, and more get 503',
    ...integer(0, 1_000_000),
  },
  LIVE_PAGES: {
    default: 'on',
    describe: 'off: public pages do not open an event stream to learn of changes',
    ...onOff,
  },
} as const satisfies Record<string, ConfigSetting<unknown>>
