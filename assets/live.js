/** Shows changes of the calendar without a reload, and without moving what is being read. Pages work without it. */

const main = /** @type {HTMLElement} */ (document.getElementById('main'))
const { stream = '', updated = '', update = '' } = main.dataset

/** Visitors do not all request the page at the same moment. */
const MAX_DELAY_MILLISECONDS = 4000
/** After a rejected connection. */
const RETRY_MILLISECONDS = 60_000

/** The part of a page that shows the calendar or the event. @param {Document} page @returns {Element | null} */
const findView = (page) => page.querySelector('[data-calendar]') ?? page.querySelector('#main > article')

/** Markup of the view as the service sent it, before scripts change it. */
let shown = findView(document)?.innerHTML
let lastEventId = ''
/** True after the page was hidden, until the reader does something. */
let isUnread = document.visibilityState !== 'visible'
/** @type {EventSource | undefined} */
let source
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer

function connect() {
  if (source || document.visibilityState !== 'visible') return
  const opened = new EventSource(lastEventId ? `${stream}?since=${encodeURIComponent(lastEventId)}` : stream)
  source = opened
  const remember = (/** @type {MessageEvent} */ event) => {
    lastEventId = event.lastEventId || lastEventId
  }
  opened.addEventListener('ready', remember)
  opened.addEventListener('change', (event) => {
    remember(event)
    scheduleCheck(isUnread ? 0 : Math.random() * MAX_DELAY_MILLISECONDS)
  })
  opened.addEventListener('expired', () => {
    lastEventId = ''
  })
  opened.addEventListener('error', () => {
    if (opened.readyState !== EventSource.CLOSED) return
    // The changes since the last event are unknown, so the page is compared once.
    lastEventId = ''
    disconnect()
    setTimeout(
      () => {
        connect()
        scheduleCheck(MAX_DELAY_MILLISECONDS)
      },
      RETRY_MILLISECONDS * (1 + Math.random()),
    )
  })
}

function disconnect() {
  source?.close()
  source = undefined
}

/** @param {number} milliseconds */
function scheduleCheck(milliseconds) {
  if (timer === undefined) timer = setTimeout(check, milliseconds)
}

/** Compares the page with its current version. */
async function check() {
  timer = undefined
  const url = location.href
  try {
    // Otherwise the browser may return its stale copy and revalidate it afterwards.
    const response = await fetch(url, { cache: 'no-cache', headers: { accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const view = findView(page)
    const markup = view?.innerHTML
    if (url !== location.href || markup === shown) return
    if (!view || !response.ok) offer(() => location.reload())
    else if (isUnread) replace(view, page)
    else offer(() => replace(view, page))
  } catch {
    // The next event repeats it.
  }
}

/** @type {HTMLElement | undefined} */
let notice

/** A notice above the page, which moves nothing. @param {() => void} show */
function offer(show) {
  notice?.remove()
  notice = document.createElement('div')
  notice.className = 'live-notice'
  notice.setAttribute('role', 'status')
  const text = document.createElement('span')
  text.textContent = updated
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = update
  button.addEventListener('click', show)
  notice.append(text, button)
  document.body.append(notice)
}

/** @param {Element} view @param {Document} page */
function replace(view, page) {
  const old = findView(document)
  if (!old) return
  const top = scrollY
  const focused = old.contains(document.activeElement) ? describeFocus(document.activeElement) : undefined
  shown = view.innerHTML
  notice?.remove()
  for (const [index, details] of old.querySelectorAll('details').entries())
    view.querySelectorAll('details')[index]?.toggleAttribute('open', details.open)
  document.title = page.title
  old.replaceWith(document.adoptNode(view))
  document.dispatchEvent(new CustomEvent('calends:replaced', { detail: view }))
  const target = focused && view.querySelector(focused)
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  scrollTo({ top, behavior: 'instant' })
}

/** Selector of the same element in a new version of the view. @param {Element | null} element */
function describeFocus(element) {
  for (const name of ['id', 'data-key', 'data-day', 'href']) {
    const value = element?.getAttribute(name)
    if (value) return `[${name}="${CSS.escape(value)}"]`
  }
  return undefined
}

// Another view was loaded into the page.
document.addEventListener('calends:shown', () => {
  shown = findView(document)?.innerHTML
  notice?.remove()
})

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') {
    // Without an event to resume from, changes since the page was loaded are unknown.
    if (!lastEventId) scheduleCheck(0)
    connect()
  } else {
    isUnread = true
    disconnect()
  }
})

for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
  addEventListener(type, () => (isUnread = false), { passive: true })

connect()
