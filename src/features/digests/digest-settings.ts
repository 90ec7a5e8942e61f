/** Settings of digests by mail; part of `SETTINGS`. */

import { choice, integer } from '../../http/settings/setting-types.ts'
import type { DigestSchedule } from './digest-renderer.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

export const DIGEST_SETTINGS = {
  DIGEST_DAY: {
    default: 'thursday',
    describe:
      'Weekday on which the weekly digest is mailed, with the events of seven days from this day; off: no digests',
    ...choice(...WEEKDAYS, 'off'),
  },
  DIGEST_HOUR: {
    default: '8',
    describe: 'Hour at which the digest is sent, in the time zone of the site',
    ...integer(0, 23),
  },
} as const

interface DigestSettings {
  readonly DIGEST_DAY: (typeof WEEKDAYS)[number] | 'off'
  readonly DIGEST_HOUR: number
}

/** Undefined if no digests are sent. */
export const createDigestSchedule = ({ DIGEST_DAY, DIGEST_HOUR }: DigestSettings): DigestSchedule | undefined =>
  DIGEST_DAY === 'off' ? undefined : { weekday: WEEKDAYS.indexOf(DIGEST_DAY), hour: DIGEST_HOUR }
