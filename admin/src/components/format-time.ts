import { useLocale } from 'react-admin'

/** A time of the API, which is UTC, in the language and zone of the browser. */
export function useFormatTime() {
  const locale = useLocale()
  return (time: string): string =>
    new Date(`${time}Z`).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
}
