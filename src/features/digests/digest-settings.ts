/** Settings of digests by mail; part of `SETTINGS`. */

import type { CoreServices } from '../../calendar/services.ts'
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

/** Undefined without a mail server, or if the settings disable digests. */
export const findDigestSchedule = (
  { DIGEST_DAY, DIGEST_HOUR }: DigestSettings,
  { mailer }: Pick<CoreServices, 'mailer'>,
): DigestSchedule | undefined =>
  !mailer || DIGEST_DAY === 'off' ? undefined : { weekday: WEEKDAYS.indexOf(DIGEST_DAY), hour: DIGEST_HOUR }
