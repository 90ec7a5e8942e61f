/** Days of the week by their names in rules, from Sunday. */
export const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** `date` is `YYYY-MM-DD`. */
export const getWeekday = (date: string): string => WEEKDAYS[new Date(date).getUTCDay()] ?? ''
