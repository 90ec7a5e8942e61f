/** Links of event pages back to the list or calendar from which the visitor came, with its dates and filters. */

const KEY = 'calends:back'
const link = document.querySelector('a[data-back]')

/** Pages of events, between which visitors may move before they go back. @param {URL} url */
const isEvent = (url) => /\/event\/[^/]+\/$/.test(url.pathname)

/** Lists and calendars, also of categories, tags, venues and organizers. @param {URL} url */
const isCalendar = (url) => /\/(?:events|tag|venue|organizer|series)\//.test(url.pathname)

/** The page from which the visitor came, or came to the events before this one; undefined for other sites. */
function findOrigin() {
  try {
    const url = new URL(document.referrer)
    if (url.origin !== location.origin) return undefined
    if (isEvent(url)) return sessionStorage.getItem(KEY) ?? undefined
    return isCalendar(url) ? url.href : undefined
  } catch {
    return undefined
  }
}

const origin = findOrigin()
try {
  if (origin) sessionStorage.setItem(KEY, origin)
  else sessionStorage.removeItem(KEY)
} catch {
  // Without storage, the link works for the first event.
}
if (origin && link instanceof HTMLAnchorElement) link.href = origin
