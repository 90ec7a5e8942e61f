/** Formats a UTC time of the API, such as `2026-11-22T10:00:00`, in the zone of the site. */
import { settings } from '../settings.ts'

export const formatUtcTime = (time: string | null, language: string): string =>
  time === null
    ? ''
    : new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone: settings.timeZone }).format(
        new Date(`${time}Z`),
      )
