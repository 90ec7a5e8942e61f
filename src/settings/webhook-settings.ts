/** Settings of webhooks; part of `SETTINGS`. */
import { hosts } from './setting-types.ts'

export const WEBHOOK_SETTINGS = {
  WEBHOOK_ALLOW: {
    default: '',
    describe:
      'Hosts, as host or host:port, separated by commas, to which webhooks may send although they are not public',
    ...hosts,
  },
} as const
