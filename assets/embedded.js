/** Sends the height of this page to the embedding page after it requested it. */

/** @type {string | undefined} */
let host

function tell() {
  if (host === undefined) return
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height)
  parent.postMessage({ calends: 'size', height, title: document.title }, host)
}

addEventListener('message', ({ source, origin, data }) => {
  if (parent === window || source !== parent || data?.calends !== 'hello') return
  // file: URLs and sandboxed frames have an opaque origin.
  host = origin === 'null' ? '*' : origin
  tell()
})

/** The back link of an event returns to the view from which it was opened. */
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest('.back a')
  if (!link || event.defaultPrevented || !document.referrer.startsWith(`${location.origin}/`)) return
  event.preventDefault()
  history.back()
})

new ResizeObserver(tell).observe(document.documentElement)
