/** Shows times of events in the time zone of the visitor, and how long it takes until an event begins. */

const language = document.documentElement.lang
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** @type {(selector: string) => HTMLElement[]} */
const findAll = (selector) => [...document.querySelectorAll(selector)].filter((found) => found instanceof HTMLElement)

/** @param {HTMLElement} element */
const readTimes = ({ dataset: { start = '', end = '' } }) => ({ start, from: new Date(start), to: new Date(end) })

/** Minutes east of UTC, of a date with an offset. @param {string} date */
function readOffset(date) {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(date) ?? []
  return (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
}

/** @type {Intl.DateTimeFormatOptions} */
const TIME = { hour: 'numeric', minute: '2-digit' }
/** @type {Intl.DateTimeFormatOptions} */
const DAY_AND_TIME = { weekday: 'short', day: 'numeric', month: 'short', ...TIME }

/** True if the event begins on the same day where the visitor is. @param {string} start @param {Date} from */
const isSameDay = (start, from) => Number(start.slice(8, 10)) === from.getDate()

/** The text of the service stays if the visitor is in the time zone of the event. @param {HTMLElement} element */
function showLocalTime(element) {
  const { localTime = '', short } = element.dataset
  const { start, from, to } = readTimes(element)
  if (Number.isNaN(Number(from)) || readOffset(start) === -from.getTimezoneOffset()) return
  const isShort = short !== undefined
  const format = new Intl.DateTimeFormat(language, isShort && isSameDay(start, from) ? TIME : DAY_AND_TIME)
  element.textContent = localTime.replace('{time}', isShort ? format.format(from) : format.formatRange(from, to))
}

/** In minutes, hours for an hour or more. @param {number} milliseconds */
function formatRelative(milliseconds) {
  const format = new Intl.RelativeTimeFormat(language)
  const [unit, length] = /** @type {const} */ (Math.abs(milliseconds) < HOUR ? ['minute', MINUTE] : ['hour', HOUR])
  const count = Math.max(1, Math.round(Math.abs(milliseconds) / length))
  return format.format(milliseconds < 0 ? -count : count, unit)
}

/** @param {HTMLElement} element */
function showCountdown(element) {
  const { before = '', during = '' } = element.dataset
  const { from, to } = readTimes(element)
  const remaining = Number(from) - Date.now()
  const text = (remaining > 0 ? before : during).replace('{time}', formatRelative(remaining))
  element.textContent = Date.now() > Number(to) ? '' : text
}

function showTimes() {
  for (const element of findAll('[data-local-time]')) showLocalTime(element)
  for (const element of findAll('[data-countdown]')) showCountdown(element)
}

// Other scripts have replaced the view.
document.addEventListener('calends:shown', showTimes)
document.addEventListener('calends:replaced', showTimes)
setInterval(() => {
  for (const element of findAll('[data-countdown]')) showCountdown(element)
}, MINUTE)

showTimes()
