/** Loaded with THEME_RELOAD=on: reloads the page after a change of the theme, and shows why a theme is invalid. */
const STATE_URL = new URL('theme-state.json', import.meta.url)
const INTERVAL_MILLISECONDS = 1000

const message = document.createElement('pre')
message.className = 'notice'
message.setAttribute('role', 'alert')

let known

async function check() {
  const { version, error } = await (await fetch(STATE_URL, { cache: 'no-store' })).json()
  if (known !== undefined && known !== version) location.reload()
  known = version
  message.textContent = error
  if (error === '') message.remove()
  else document.body.prepend(message)
}

// The service may be restarting.
setInterval(() => check().catch(() => {}), INTERVAL_MILLISECONDS)
