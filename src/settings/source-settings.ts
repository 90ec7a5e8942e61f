/** Settings of sources; part of `SETTINGS`. */
import { hosts } from './setting-types.ts'

export const SOURCE_SETTINGS = {
  SOURCE_FETCH_ALLOW: {
    default: '',
    describe:
      'Hosts, as host or host:port, separated by commas, from which sources may be imported although they are not public',
    ...hosts,
  },
} as const
