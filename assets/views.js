/** The menu of views, and the month: the day below the grid, the whole day beside it, and cards of events. */

/** @type {(target: EventTarget | null, selector: string) => HTMLElement | null} */
const closest = (target, selector) => (target instanceof Element ? target.closest(selector) : null)

// The menu of views closes like any menu.
addEventListener('click', ({ target }) => closeMenus(closest(target, '[data-menu]')))
addEventListener('keydown', ({ key, target }) => {
  const menu = closest(target, '[data-menu][open]')
  if (key !== 'Escape' || !menu) return
  closeMenus(null)
  menu.querySelector('summary')?.focus()
})

/** @param {HTMLElement | null} exception */
function closeMenus(exception) {
  for (const menu of document.querySelectorAll('[data-menu][open]'))
    if (menu !== exception) menu.removeAttribute('open')
}

/** The lines of a day, as they are in its cell. @param {Element} cell */
function copyLines(cell) {
  const list = document.createElement('ul')
  list.className = 'day-list'
  for (const line of cell.querySelectorAll('.month-lines > li:not(.bar-gap)')) {
    const copy = /** @type {HTMLElement} */ (line.cloneNode(true))
    const link = copy.querySelector('a')
    link?.removeAttribute('tabindex')
    link?.removeAttribute('aria-describedby')
    list.append(copy)
  }
  return list
}

/** The link to the day, with its full name. @param {Element} cell */
function createDayLink(cell) {
  const number = /** @type {HTMLAnchorElement} */ (cell.querySelector('.month-number'))
  const link = document.createElement('a')
  link.href = number.href
  link.dataset['swap'] = ''
  link.textContent = number.querySelector('time .hidden')?.textContent ?? ''
  return link
}

/** The day whose events are below the grid, in narrow windows. */
let chosenDay = ''

addEventListener(
  'click',
  (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const number = closest(event.target, '[data-grid] .month-number')
    const more = closest(event.target, '[data-grid] .month-more')
    const cell = (number ?? more)?.closest('td')
    if (!cell) return
    const isHandled = number ? chooseDay(cell) : openDay(cell, /** @type {HTMLElement} */ (more))
    if (!isHandled) return
    event.preventDefault()
    event.stopPropagation()
  },
  { capture: true },
)

/** Shows a day below the grid, unless the grid itself shows its events. @param {HTMLElement} cell */
function chooseDay(cell) {
  const agenda = /** @type {HTMLElement | null} */ (document.querySelector('[data-agenda]'))
  if (!agenda?.checkVisibility()) return false
  chosenDay = cell.querySelector('time')?.dateTime ?? ''
  for (const other of document.querySelectorAll('.month-chosen')) other.classList.remove('month-chosen')
  cell.classList.add('month-chosen')
  const lines = copyLines(cell)
  const empty = document.createElement('p')
  empty.className = 'agenda-empty'
  empty.textContent = agenda.dataset['empty'] ?? ''
  agenda.querySelector('.agenda-name')?.replaceChildren(createDayLink(cell))
  agenda.lastElementChild?.replaceWith(lines.childElementCount > 0 ? lines : empty)
  return true
}

// A new version of the page shows the same day.
document.addEventListener('calends:replaced', () => {
  const cell = document.querySelector(`[data-grid] [data-day="${chosenDay}"]`)?.closest('td')
  if (cell) chooseDay(cell)
})

/** Opens the whole day beside its cell. @param {HTMLElement} cell @param {HTMLElement} opener */
function openDay(cell, opener) {
  if (!('popover' in HTMLElement.prototype)) return false
  const { close = '', dayLink = '' } = cell.closest('table')?.dataset ?? {}
  const card = document.createElement('div')
  card.className = 'day-card'
  card.popover = 'auto'
  card.setAttribute('role', 'dialog')
  card.setAttribute('aria-labelledby', 'day-card-name')
  const name = document.createElement('h2')
  name.id = 'day-card-name'
  name.textContent = createDayLink(cell).textContent
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'day-card-close'
  button.setAttribute('aria-label', close)
  button.autofocus = true
  button.addEventListener('click', () => card.hidePopover())
  const link = createDayLink(cell)
  link.className = 'day-card-link'
  link.textContent = dayLink
  card.append(button, name, copyLines(cell), link)
  card.addEventListener('toggle', ({ newState }) => {
    if (newState !== 'closed') return
    const hadFocus = card.contains(document.activeElement) || document.activeElement === document.body
    card.remove()
    if (hadFocus) opener.focus({ preventScroll: true })
  })
  cell.append(card)
  card.showPopover()
  place(card, cell.getBoundingClientRect(), -8)
  return true
}

/** Pixels to the edges of the window. */
const MARGIN = 8

/**
 * Places a card below an element, or above it where there is more room, within the window.
 * @param {HTMLElement} card @param {DOMRect} rect @param {number} gap
 */
function place(card, rect, gap) {
  const { width, height } = card.getBoundingClientRect()
  const below = rect.bottom + gap
  const isAbove = below + height > innerHeight - MARGIN && rect.top > innerHeight - rect.bottom
  const top = isAbove ? rect.top - gap - height : below
  card.style.left = `${Math.max(MARGIN, Math.min(rect.left, innerWidth - width - MARGIN))}px`
  card.style.top = `${Math.max(MARGIN, Math.min(top, innerHeight - height - MARGIN))}px`
}

/** Milliseconds until a card opens and closes, so that the pointer can cross events and reach the card. */
const OPEN_DELAY = 300
const CLOSE_DELAY = 200
const EVENTS = '[data-grid] .line a, [data-grid] .bar a'

/** Cards by URL. @type {Map<string, Promise<HTMLElement | undefined>>} */
const cards = new Map()
/** @type {HTMLElement | undefined} */
let openCard
/** @type {HTMLElement | undefined} */
let anchor
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer

/** The card that other sites embed. Protected events have none. @param {string} href */
async function loadCard(href) {
  const url = href.replace(/\/event\/([^/]+)\/$/, '/embed/event/$1/')
  if (url === href) return undefined
  const response = await fetch(url, { headers: { accept: 'text/html' } })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const content = page.querySelector('.event-card')
  if (!content) return undefined
  for (const image of content.querySelectorAll('img')) image.sizes = '20rem'
  for (const part of content.querySelectorAll('a, h1')) {
    // A tooltip contains no links, and the page has its heading.
    const plain = document.createElement(part.localName === 'h1' ? 'p' : 'span')
    plain.className = part.className
    plain.append(...part.childNodes)
    part.replaceWith(plain)
  }
  const card = document.createElement('div')
  card.id = 'event-tooltip'
  card.className = 'event-tooltip'
  card.popover = 'manual'
  card.setAttribute('role', 'tooltip')
  card.append(...content.childNodes)
  return card
}

/** @param {HTMLAnchorElement} link */
async function showCard(link) {
  const found = cards.get(link.href) ?? loadCard(link.href).catch(() => undefined)
  cards.set(link.href, found)
  const card = await found
  if (!card || anchor !== link || !link.isConnected) return
  hideCard()
  anchor = link
  openCard = card
  link.setAttribute('aria-describedby', card.id)
  link.closest('.day-card, td')?.append(card)
  card.showPopover()
  place(card, link.getBoundingClientRect(), 6)
}

function hideCard() {
  clearTimeout(timer)
  anchor?.removeAttribute('aria-describedby')
  anchor = undefined
  openCard?.remove()
  openCard = undefined
}

/** @param {HTMLElement} link @param {number} delay */
function scheduleCard(link, delay) {
  clearTimeout(timer)
  if (anchor === link && openCard) return
  // The browser would show the title beside the card.
  link.removeAttribute('title')
  timer = setTimeout(() => {
    anchor = link
    void showCard(/** @type {HTMLAnchorElement} */ (link))
  }, delay)
}

if ('popover' in HTMLElement.prototype) {
  addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType !== 'mouse') return
    const link = closest(target, EVENTS)
    if (link) scheduleCard(link, OPEN_DELAY)
    else if (closest(target, '.event-tooltip')) clearTimeout(timer)
    else if (anchor || timer) {
      clearTimeout(timer)
      timer = setTimeout(hideCard, CLOSE_DELAY)
    }
  })
  addEventListener('focusin', ({ target }) => {
    const link = closest(target, EVENTS)
    if (link?.matches(':focus-visible')) scheduleCard(link, OPEN_DELAY)
  })
  addEventListener('focusout', hideCard)
  addEventListener('keydown', ({ key }) => key === 'Escape' && hideCard())
  addEventListener('scroll', hideCard, { passive: true })
  document.addEventListener('calends:shown', hideCard)
}
