/** Plays videos in place of their links. Nothing is requested from the host of a video before that. */

const SELECTOR = 'a.video-play'

addEventListener('click', (event) => {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  const link = isPlain && findLink(event)
  if (link && play(link)) event.preventDefault()
})

// Buttons are pressed by the space bar, too.
addEventListener('keydown', (event) => {
  const link = event.key === ' ' && findLink(event)
  if (link && play(link)) event.preventDefault()
})

for (const link of document.querySelectorAll(SELECTOR)) link.setAttribute('role', 'button')

/** @param {Event} event */
function findLink({ target }) {
  const link = target instanceof Element ? target.closest(SELECTOR) : undefined
  return link instanceof HTMLAnchorElement ? link : undefined
}

/** Returns false if the link has no player. @param {HTMLAnchorElement} link */
function play(link) {
  const { player = '', title = '' } = link.dataset
  if (!player.startsWith('https://')) return false
  const frame = document.createElement('iframe')
  frame.className = 'video-player'
  frame.title = title
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  frame.allowFullscreen = true
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.src = player
  const source = document.createElement('a')
  source.className = 'video-source'
  source.href = link.href
  source.rel = 'noopener'
  source.textContent = link.href
  link.replaceWith(frame, source)
  frame.focus()
  return true
}
