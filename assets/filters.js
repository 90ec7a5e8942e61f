/** Filters: searches among their options, and panels that close like menus. */

/** Milliseconds between the last key and the request. */
const DELAY = 150
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer

addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.dataset['find']) return
  clearTimeout(timer)
  timer = setTimeout(() => void findOptions(target), DELAY)
})

// The options are found while typing.
addEventListener('keydown', (event) => {
  const { target, key } = event
  if (target instanceof HTMLInputElement && target.dataset['find'] && key === 'Enter') event.preventDefault()
})

/** Replaces the options that are not selected. @param {HTMLInputElement} input */
async function findOptions(input) {
  const { find = '', suggest } = input.dataset
  const list = input.form?.querySelector(`[data-options="${find}"]`)
  const text = input.value.trim()
  if (!list) return
  const original = initial.get(list) ?? [...list.querySelectorAll('label')]
  initial.set(list, original)
  const selected = [...list.querySelectorAll('label')].filter((label) => label.querySelector(':checked'))
  const found = text === '' ? original : await load(`${suggest}?${new URLSearchParams({ find, q: text })}`)
  if (input.value.trim() !== text) return
  const values = new Set(selected.map(readValue))
  for (const label of list.querySelectorAll('label')) label.remove()
  list.append(...selected, ...found.filter((label) => !values.has(readValue(label))))
}

/** Options before a search, by list. @type {WeakMap<Element, HTMLLabelElement[]>} */
const initial = new WeakMap()

/** @param {Element} label */
const readValue = (label) => label.querySelector('input')?.value ?? ''

/** @param {string} url @returns {Promise<HTMLLabelElement[]>} */
async function load(url) {
  try {
    const response = await fetch(url, { headers: { accept: 'text/html' } })
    const page = new DOMParser().parseFromString(response.ok ? await response.text() : '', 'text/html')
    return [...page.querySelectorAll('label')].map((label) => document.adoptNode(label))
  } catch {
    return []
  }
}

/** Panels that cover other content, unlike those that are part of the page. */
const findPanels = () =>
  [...document.querySelectorAll('details.filter-group[open], details.jump[open]')].filter((details) => {
    const panel = details.lastElementChild
    return panel !== null && getComputedStyle(panel).position === 'absolute'
  })

addEventListener('click', ({ target }) => {
  for (const panel of findPanels())
    if (target instanceof Node && target.isConnected && !panel.contains(target)) panel.removeAttribute('open')
})

addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const panel of findPanels()) {
    panel.removeAttribute('open')
    panel.querySelector('summary')?.focus()
  }
})
