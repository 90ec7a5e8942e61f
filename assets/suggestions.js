/** Suggestions while typing in the search: a combobox with a list box, by the pattern of the ARIA practices. */

/** Milliseconds between the last key and the request. */
const DELAY = 150
const MIN_LENGTH = 2
const MAX_ANSWERS = 50

/** Markup of suggestions by their URL. @type {Map<string, string>} */
const answers = new Map()
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer
/** @type {AbortController | undefined} */
let request

/** @param {HTMLInputElement} input */
function setUp(input) {
  if (input.getAttribute('role') === 'combobox') return
  const box = document.createElement('div')
  box.id = 'suggestions'
  box.className = 'suggestions'
  box.setAttribute('role', 'listbox')
  box.setAttribute('aria-label', input.dataset['label'] ?? '')
  box.hidden = true
  const status = document.createElement('p')
  status.className = 'hidden'
  status.setAttribute('role', 'status')
  input.after(box, status)
  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-controls', box.id],
    ['aria-expanded', 'false'],
  ])
    input.setAttribute(name ?? '', value ?? '')
  input.addEventListener('input', () => schedule(input, box, status))
  input.addEventListener('keydown', (event) => handleKey(event, input, box))
  input.addEventListener('blur', () => close(input, box))
  // Otherwise the field loses the focus before the click.
  box.addEventListener('pointerdown', (event) => event.preventDefault())
  box.addEventListener('click', (event) => {
    const option = event.target instanceof Element ? event.target.closest('[data-href]') : null
    if (option instanceof HTMLElement) location.href = option.dataset['href'] ?? ''
  })
}

/** @param {HTMLInputElement} input @param {HTMLElement} box @param {HTMLElement} status */
function schedule(input, box, status) {
  clearTimeout(timer)
  request?.abort()
  const text = input.value.trim()
  if (text.length < MIN_LENGTH) {
    close(input, box)
    status.textContent = ''
    return
  }
  timer = setTimeout(() => void suggest(text, input, box, status), DELAY)
}

/** @type {(text: string, input: HTMLInputElement, box: HTMLElement, status: HTMLElement) => Promise<void>} */
async function suggest(text, input, box, status) {
  const url = `${input.dataset['suggest']}?${new URLSearchParams({ q: text.toLowerCase() })}`
  try {
    const markup = answers.get(url) ?? (await load(url))
    if (input.value.trim() !== text || document.activeElement !== input) return
    // The service has escaped all values.
    box.innerHTML = markup
    const isEmpty = box.querySelector('[role=option]') === null
    box.hidden = isEmpty
    input.setAttribute('aria-expanded', String(!isEmpty))
    activate(input, box, null)
    const message = box.firstElementChild
    status.textContent = message instanceof HTMLElement ? (message.dataset['message'] ?? '') : ''
  } catch {
    // The search works without suggestions.
  }
}

/** @param {string} url */
async function load(url) {
  request = new AbortController()
  const response = await fetch(url, { signal: request.signal, headers: { accept: 'text/html' } })
  if (!response.ok) throw new Error(String(response.status))
  const markup = await response.text()
  const [oldest] = answers.keys()
  if (answers.size >= MAX_ANSWERS && oldest !== undefined) answers.delete(oldest)
  answers.set(url, markup)
  return markup
}

/** @type {(event: KeyboardEvent, input: HTMLInputElement, box: HTMLElement) => void} */
function handleKey(event, input, box) {
  const options = [...box.querySelectorAll('[role=option]')]
  const active = options.findIndex((option) => option.getAttribute('aria-selected') === 'true')
  const isOpen = !box.hidden
  const steps = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1 })
  const step = steps[event.key]
  if (step !== undefined && options.length > 0) {
    event.preventDefault()
    box.hidden = false
    input.setAttribute('aria-expanded', 'true')
    // The field itself is between the last and the first option.
    const count = options.length + 1
    activate(input, box, options[((active + 1 + step + count) % count) - 1] ?? null)
  } else if (event.key === 'Enter' && isOpen && active >= 0) {
    event.preventDefault()
    const option = options[active]
    if (option instanceof HTMLElement) location.href = option.dataset['href'] ?? ''
  } else if (event.key === 'Escape' && isOpen) {
    event.preventDefault()
    close(input, box)
  } else if (event.key === 'Enter') {
    clearTimeout(timer)
    close(input, box)
  }
}

/** @type {(input: HTMLInputElement, box: HTMLElement, option: Element | null) => void} */
function activate(input, box, option) {
  box.querySelector('[aria-selected=true]')?.setAttribute('aria-selected', 'false')
  option?.setAttribute('aria-selected', 'true')
  if (option) input.setAttribute('aria-activedescendant', option.id)
  else input.removeAttribute('aria-activedescendant')
  option?.scrollIntoView({ block: 'nearest' })
}

/** @param {HTMLInputElement} input @param {HTMLElement} box */
function close(input, box) {
  box.hidden = true
  input.setAttribute('aria-expanded', 'false')
  activate(input, box, null)
}

function setUpAll() {
  for (const input of document.querySelectorAll('input[data-suggest]:not([data-find])'))
    if (input instanceof HTMLInputElement) setUp(input)
}

// A new view replaces the field of the search.
document.addEventListener('calends:shown', setUpAll)
setUpAll()
