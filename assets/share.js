/** Sharing an event by the share sheet of the device, and copying its link. The links of the menu work without it. */

/** A share sheet is what people expect on phones and tablets; elsewhere the menu is better. */
const hasSheet = 'share' in navigator && matchMedia('(pointer: coarse)').matches

/** Milliseconds for which the button confirms that the link was copied. */
const CONFIRMATION_TIME = 4000

addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : undefined
  const share = target?.closest('[data-share]')
  if (!(share instanceof HTMLElement)) return
  const button = target?.closest('.share-copy')
  if (button instanceof HTMLElement) void copyLink(share, button)
  else if (hasSheet && target?.closest('summary')) {
    event.preventDefault()
    void openSheet(share.dataset)
  }
})

/** Closing the sheet rejects the promise. @param {DOMStringMap} data */
const openSheet = ({ share: url = '', title = '', text = '' }) => navigator.share({ url, title, text }).catch(() => {})

/** @param {HTMLElement} share @param {HTMLElement} button */
async function copyLink(share, button) {
  const { textContent: name } = button
  const copied = button.dataset['copied'] ?? ''
  if (name === copied) return
  try {
    await navigator.clipboard.writeText(share.dataset['share'] ?? '')
  } catch {
    // Without access to the clipboard, the link is shown to be copied by hand.
    prompt(name ?? '', share.dataset['share'])
    return
  }
  const status = share.querySelector('[role=status]')
  button.textContent = copied
  if (status) status.textContent = copied
  setTimeout(() => {
    button.textContent = name
    if (status) status.textContent = ''
  }, CONFIRMATION_TIME)
}
