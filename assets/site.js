/** Progressive enhancement: partial page loads, maps, dialogs and keyboard navigation. Pages work without it. */

const root = document.documentElement

/** @type {(selector: string, within?: ParentNode) => HTMLElement | null} */
const one = (selector, within = document) => within.querySelector(selector)
/** @type {(selector: string, within?: ParentNode) => HTMLElement[]} */
const all = (selector, within = document) =>
  [...within.querySelectorAll(selector)].filter((found) => found instanceof HTMLElement)

const CALENDAR = '[data-calendar]'

/** Announces partial page loads to screen readers. */
const voice = document.createElement('p')
voice.className = 'hidden'
voice.setAttribute('role', 'status')
document.body.append(voice)

let asked = 0

/** The current URL without its fragment. */
const pageOf = () => location.pathname + location.search
let current = pageOf()

/**
 * Replaces the current view by another one. Falls back to a full page load on errors.
 * @param {string} url
 * @param {{ key?: string | undefined, isBack?: boolean, top?: number }} [how]
 */
async function swap(url, { key, isBack = false, top = 0 } = {}) {
  const turn = ++asked
  const old = one(CALENDAR)
  old?.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(url, { headers: { accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const fresh = one(CALENDAR, page)
    if (turn !== asked) return
    if (!old || !fresh || !answer.ok) {
      location.href = url
      return
    }
    if (!isBack) {
      history.replaceState({ top: scrollY }, '')
      history.pushState(null, '', answer.url)
    }
    current = pageOf()
    show(old, fresh, page, key)
    if (key === undefined) scrollTo({ top })
  } catch {
    location.href = url
  }
}

/** @type {(old: HTMLElement, fresh: HTMLElement, page: Document, key: string | undefined) => void} */
function show(old, fresh, page, key) {
  for (const details of all('details[data-key]', old))
    one(`details[data-key="${details.dataset['key']}"]`, fresh)?.toggleAttribute('open', details.hasAttribute('open'))
  document.title = page.title
  for (const place of ['link[rel=canonical]', '.masthead .search', '.footer']) {
    const [from, to] = [one(place), one(place, page)]
    if (from && to) from.replaceWith(document.adoptNode(to))
  }
  old.replaceWith(document.adoptNode(fresh))
  const title = one('.calendar-title', fresh)
  const focus = (key && one(`[data-key="${CSS.escape(key)}"]`, fresh)) || title
  focus?.focus({ preventScroll: key !== undefined })
  voice.textContent = title?.textContent ?? ''
  document.dispatchEvent(new CustomEvent('calends:shown'))
  prepare(fresh)
}

addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : undefined
  const link = target?.closest('a')
  if (!link || event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const dialog = link.dataset['dialog']
  if (dialog !== undefined && openDialog(dialog, link)) event.preventDefault()
  if (!('swap' in link.dataset) || !one(CALENDAR) || link.origin !== location.origin) return
  event.preventDefault()
  void swap(link.href, { key: link.dataset['key'] })
})

addEventListener('popstate', ({ state }) => {
  if (one(CALENDAR) && pageOf() !== current) void swap(location.href, { isBack: true, top: state?.top })
})

/**
 * Returns the URL of a form submission without empty fields, with the values of a field separated by commas. Searches for
 * options are answered by a script. @param {HTMLFormElement} form
 */
function buildUrl(form) {
  const data = new FormData(form)
  const names = [...new Set(data.keys())].filter((name) => !name.startsWith('find_'))
  const readValues = (/** @type {string} */ name) => data.getAll(name).filter((value) => value !== '')
  const entries = names.map((name) => [name.replace('[]', ''), readValues(name).join(',')])
  const query = new URLSearchParams(entries.filter(([, value]) => value !== '')).toString().replaceAll('%2C', ',')
  return `${form.action.split('?')[0]}${query === '' ? '' : `?${query}`}`
}

addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.method !== 'get') return
  if (!one(CALENDAR) || !('filter' in form.dataset)) return
  event.preventDefault()
  void swap(buildUrl(form), form.dataset['filter'] === 'title' ? {} : { key: 'filters' })
})

addEventListener('change', (event) => {
  const field = event.target instanceof Element ? event.target : undefined
  const form = field?.closest('form[data-filter]')
  if (!(form instanceof HTMLFormElement) || !field?.matches('select, [type=checkbox]')) return
  void refine(buildUrl(form), field.id)
})

/** Applies filters without a page load, keeping the focus in the form. @param {string} url @param {string} id */
async function refine(url, id) {
  await swap(url, { key: 'filters' })
  if (id) document.getElementById(id)?.focus({ preventScroll: true })
}

addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-locate]') : null
  if (button instanceof HTMLButtonElement && button.form) locate(button, button.form)
})

/**
 * Filters by the location of the browser, rounded to two decimals (about 1 km), because URLs are shared.
 * @param {HTMLElement} button @param {HTMLFormElement} form
 */
function locate(button, form) {
  const note = one('[data-unknown]', form)
  const found = (/** @type {GeolocationPosition} */ { coords }) => {
    const url = new URL(buildUrl(form))
    url.searchParams.set('geoloc_lat', coords.latitude.toFixed(2))
    url.searchParams.set('geoloc_lng', coords.longitude.toFixed(2))
    void refine(url.href, 'filter-geoloc_radius')
  }
  const unknown = () => {
    button.removeAttribute('aria-busy')
    if (note) note.textContent = note.dataset['unknown'] ?? ''
  }
  button.setAttribute('aria-busy', 'true')
  if (note) note.textContent = ''
  navigator.geolocation.getCurrentPosition(found, unknown, { maximumAge: 600_000, timeout: 20_000 })
}

/** Geolocation requires a secure context. @param {ParentNode} within */
function offerPlace(within) {
  if (isSecureContext && 'geolocation' in navigator) one('[data-near]', within)?.removeAttribute('hidden')
}

/** Arrow keys move between the days of the month view. */
const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 })

addEventListener('keydown', (event) => {
  const day = event.target instanceof HTMLElement ? event.target.closest('[data-grid] [data-day]') : null
  const step = STEPS[event.key]
  if (!day || step === undefined || event.metaKey || event.ctrlKey || event.altKey) return
  const days = all('[data-grid] [data-day]')
  const next = days[days.indexOf(/** @type {HTMLElement} */ (day)) + step]
  event.preventDefault()
  if (next) next.focus()
  else one(`[data-key="${step < 0 ? 'previous' : 'next'}"]`)?.click()
})

/** @type {(id: string, opener: HTMLElement) => boolean} */
function openDialog(id, opener) {
  const content = document.getElementById(id)
  const dialog = content?.closest('dialog')
  if (!dialog) return false
  dialog.showModal()
  dialog.addEventListener('close', () => opener.focus(), { once: true })
  return true
}

/** Opens a section at the end of the page as a dialog. @param {ParentNode} within */
function makeDialog(within) {
  const section = one('#subscribe', within)
  if (!section || typeof HTMLDialogElement === 'undefined') return
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-labelledby', 'subscribe-title')
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'close'
  close.textContent = section.dataset['close'] ?? ''
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close())
  section.replaceWith(dialog)
  dialog.append(section, close)
}

/** @param {ParentNode} within */
function addCopying(within) {
  for (const field of all('input[data-copy]', within)) {
    if (!(field instanceof HTMLInputElement) || !navigator.clipboard) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = field.dataset['copy'] ?? ''
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(field.value)
      button.textContent = field.dataset['copied'] ?? ''
    })
    field.after(button)
  }
}

/** Loads a script on demand, when a map is visible. @param {string} url @returns {Promise<void>} */
function loadScript(url) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', reject)
    document.head.append(script)
  })
}

/** @type {Promise<void> | undefined} */
let leaflet

/** @param {HTMLElement} place */
async function drawMap(place) {
  const { leaflet: url = '', tiles = '', attribution = '' } = place.dataset
  leaflet ??= loadScript(url)
  await leaflet
  const L = /** @type {any} */ (globalThis).L
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = L.map(place, { scrollWheelZoom: false, zoomAnimation: !isStill, fadeAnimation: !isStill })
  map.attributionControl.setPrefix(false)
  L.tileLayer(tiles, { attribution, maxZoom: 19 }).addTo(map)
  const own = 'lat' in place.dataset ? [place] : all('[data-lat]', place.parentElement ?? document)
  const color = getComputedStyle(root).getPropertyValue('--accent').trim()
  const points = own.map((pin) => {
    const point = [Number(pin.dataset['lat']), Number(pin.dataset['lng'])]
    const marker = L.circleMarker(point, { radius: 9, color: '#fff', weight: 2, fillColor: color, fillOpacity: 0.95 })
    marker.addTo(map).bindPopup(() => labelOf(pin))
    return point
  })
  if (points.length === 1) map.setView(points[0], 14)
  else if (points.length > 1) map.fitBounds(points, { padding: [30, 30], maxZoom: 14 })
}

/** @param {HTMLElement} pin */
function labelOf(pin) {
  const link = one('.entry-title a', pin)?.cloneNode(true)
  const label = document.createElement('p')
  label.append(link ?? pin.dataset['name'] ?? '')
  return label
}

/** @param {ParentNode} within */
function prepare(within) {
  makeDialog(within)
  offerPlace(within)
  addCopying(within)
  const maps = all('[data-map]', within)
  if (maps.length === 0) return
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      seen.unobserve(target)
      void drawMap(/** @type {HTMLElement} */ (target))
    }
  })
  for (const map of maps) seen.observe(map)
}

// `live.js` has replaced the view by its new version.
document.addEventListener('calends:replaced', (event) => prepare(/** @type {CustomEvent} */ (event).detail))

prepare(document)
