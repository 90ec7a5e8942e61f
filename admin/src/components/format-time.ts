import { useLocale } from 'react-admin'
import { settings } from '../settings.ts'

/** Formats a UTC time of the API, such as `2026-11-22T10:00:00`, in the zone of the site. */
export const formatUtcTime = (time: string | null, language: string): string =>
  time === null
    ? ''
    : new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone: settings.timeZone }).format(
        new Date(`${time}Z`),
      )

/** The same in the language of the admin. */
export function useFormatTime() {
  const locale = useLocale() ?? 'en'
  return (time: string): string => formatUtcTime(time, locale)
}
