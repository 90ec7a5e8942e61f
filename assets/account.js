/** Pages of accounts. Every action is a request to the API, in the language of the page. */

const root = /** @type {HTMLElement} */ (document.querySelector('[data-account]'))
const { account = '', api = '', signIn = '', home = '', passkeys = '' } = root.dataset

/** @type {(selector: string, within?: ParentNode) => HTMLElement | null} */
const one = (selector, within = root) => within.querySelector(selector)
/** @type {(selector: string) => HTMLElement[]} */
const all = (selector) => [...root.querySelectorAll(selector)].filter((found) => found instanceof HTMLElement)

/** Nonce of the session. */
let nonce = ''

class Failure extends Error {
  /** @param {{ code?: string, message?: string, data?: { params?: Record<string, string>, hints?: Record<string, string> } }} problem */
  constructor({ code = '', message = '', data }) {
    const { params = {}, hints = {} } = data ?? {}
    const details = Object.keys(params).map((name) => `${params[name]} ${hints[name] ?? ''}`.trim())
    super(details.length > 0 ? details.join(' ') : message)
    this.code = code
  }
}

/**
 * Sends a request to the API and returns its response.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function send(method, path, body) {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(nonce !== '' && { 'x-wp-nonce': nonce }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const json = await response.json()
  if (!response.ok) throw new Failure(json)
  if (typeof json.nonce === 'string') nonce = json.nonce
  return json
}

/** @type {(selector: string, text: string) => void} */
function announce(selector, text) {
  for (const hidden of ['[data-failure]', '[data-done]']) one(hidden)?.toggleAttribute('hidden', hidden !== selector)
  const notice = one(selector)
  if (notice) notice.textContent = text
}

/** @type {(name: string) => void} */
const announceDone = (name) => announce('[data-done]', one(`[data-text="${name}"]`)?.textContent ?? '')

/** @type {(selector: string, text: string, within?: ParentNode) => void} */
function setText(selector, text, within = root) {
  const target = one(selector, within)
  if (target) target.textContent = text
}

/**
 * Runs an action and shows its error.
 * @param {() => Promise<void>} action
 */
async function run(action) {
  try {
    await action()
  } catch (error) {
    announce('[data-failure]', error instanceof Error ? error.message : String(error))
  }
}

/**
 * Runs an action with a passkey. Browsers give a user who cancels only technical messages.
 * @template T
 * @param {(passkeys: { createPasskey: (options: unknown) => Promise<unknown>, usePasskey: (options: unknown) => Promise<unknown> }) => Promise<T>} action
 */
async function withPasskeys(action) {
  try {
    return await action(await import(passkeys))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    throw new Error(one('[data-text="passkey-failed"]')?.textContent ?? error.message)
  }
}

/** A path of this site from the parameter `return`; others are ignored, because links may contain them. */
function findReturnUrl() {
  const url = new URL(new URLSearchParams(location.search).get('return') ?? home, location.href)
  return url.origin === location.origin && !url.pathname.startsWith('//') ? url.href : home
}

const token = location.hash.slice(1)

/** @type {Record<string, (fields: Record<string, string>) => Promise<void>>} */
const FORMS = {
  'sign-in': async (fields) => {
    try {
      await send('POST', '/session', fields)
    } catch (error) {
      if (error instanceof Failure && error.code === 'second_factor_required') addCodeField()
      throw error
    }
    location.assign(findReturnUrl())
  },
  forgot: async (fields) => {
    await send('POST', '/users/password-reset', fields)
    announceDone('forgot-done')
  },
  link: async (fields) => {
    await send('POST', '/users/links/redeem', { ...fields, token })
    one('[data-link]')?.setAttribute('hidden', '')
    one('[data-after-link]')?.removeAttribute('hidden')
    history.replaceState(null, '', location.pathname)
    announceDone('link-done')
  },
  'totp-create': async (fields) => {
    const { secret, url } = await send('POST', '/users/me/totp', fields)
    setText('[data-totp-secret]', secret.replace(/.{4}(?=.)/g, '$& '))
    one('[data-totp-link]')?.setAttribute('href', url)
    showTotpPart('new')
  },
  'totp-confirm': async (fields) => {
    const { recovery_codes: codes } = await send('POST', '/users/me/totp/confirm', fields)
    const rows = codes.map((/** @type {string} */ code) => {
      const row = document.createElement('li')
      row.append(Object.assign(document.createElement('code'), { textContent: code }))
      return row
    })
    one('[data-recovery-codes] ul')?.replaceChildren(...rows)
    one('[data-recovery-codes]')?.removeAttribute('hidden')
    await showTotp()
  },
  'totp-disable': async (fields) => {
    await send('POST', '/users/me/totp/disable', fields)
    one('[data-recovery-codes]')?.setAttribute('hidden', '')
    await showTotp()
  },
  'passkey-create': async ({ name, ...confirmation }) => {
    await withPasskeys(async ({ createPasskey }) => {
      const options = await send('POST', '/users/me/passkeys/options', confirmation)
      await send('POST', '/users/me/passkeys', { name, credential: await createPasskey(options) })
    })
    await showPasskeys()
  },
  'passkey-rename': async ({ passkey_id: id, ...fields }) => {
    await send('POST', `/users/me/passkeys/${id}`, fields)
    await showPasskeys()
  },
  'passkey-remove': async ({ passkey_id: id, ...confirmation }) => {
    await send('POST', `/users/me/passkeys/${id}/delete`, confirmation)
    await showPasskeys()
  },
  password: async (fields) => {
    await send('POST', '/users/me/password', fields)
    announceDone('password-done')
    await showSessions()
  },
}

/** @type {Record<string, () => Promise<void>>} */
const ACTIONS = {
  'sign-out': async () => {
    await send('DELETE', '/session')
    location.assign(signIn)
  },
  passkey: async () => {
    await withPasskeys(async ({ usePasskey }) => {
      const options = await send('POST', '/session/passkey/options', {})
      await send('POST', '/session/passkey', { credential: await usePasskey(options) })
    })
    location.assign(findReturnUrl())
  },
  'end-sessions': async () => {
    await send('DELETE', '/users/me/sessions')
    await showSessions()
  },
}

function addCodeField() {
  const template = root.querySelector('template[data-code]')
  if (template instanceof HTMLTemplateElement) template.replaceWith(template.content)
  one('[name=code]')?.focus()
}

/** @type {(shown: string) => void} */
function showTotpPart(shown) {
  for (const part of all('[data-totp]')) part.toggleAttribute('hidden', part.dataset['totp'] !== shown)
}

async function showTotp() {
  const { totp, recovery_codes: count } = await send('GET', '/users/me/totp')
  setText('[data-recovery-count]', String(count))
  showTotpPart(totp ? 'on' : 'off')
}

/** @type {(selector: string, time: string, row: ParentNode) => void} */
function setTime(selector, time, row) {
  const date = new Date(`${time}Z`)
  setText(selector, date.toLocaleString(document.documentElement.lang), row)
  one(selector, row)?.setAttribute('datetime', date.toISOString())
}

async function showPasskeys() {
  const template = root.querySelector('template[data-passkey]')
  if (!(template instanceof HTMLTemplateElement)) return
  const list = await send('GET', '/users/me/passkeys')
  const rows = list.map((/** @type {any} */ passkey) => {
    const row = /** @type {DocumentFragment} */ (template.content.cloneNode(true))
    setText('[data-passkey-name]', passkey.name, row)
    setTime('[data-created]', passkey.created, row)
    if (passkey.last_used !== null) {
      setTime('[data-last-used] time', passkey.last_used, row)
      one('[data-last-used]', row)?.removeAttribute('hidden')
    }
    for (const input of row.querySelectorAll('[name=passkey_id]')) input.setAttribute('value', passkey.id)
    one('[name=name]', row)?.setAttribute('value', passkey.name)
    for (const form of row.querySelectorAll('form')) bindForm(form)
    return row
  })
  one('[data-passkey-list]')?.replaceChildren(...rows)
}

async function showSessions() {
  const template = root.querySelector('template[data-session]')
  const list = one('[data-sessions]')
  if (!(template instanceof HTMLTemplateElement) || !list) return
  const sessions = await send('GET', '/users/me/sessions')
  const rows = sessions.map((/** @type {any} */ session) => {
    const row = /** @type {DocumentFragment} */ (template.content.cloneNode(true))
    setText('[data-agent]', session.user_agent, row)
    setText('[data-ip]', session.ip, row)
    setTime('time', session.last_used, row)
    one('[data-current]', row)?.toggleAttribute('hidden', !session.is_current)
    const button = one('button', row)
    if (session.is_current) button?.remove()
    else
      button?.addEventListener('click', () =>
        run(async () => {
          await send('DELETE', `/users/me/sessions/${session.id}`)
          await showSessions()
        }),
      )
    return row
  })
  list.replaceChildren(...rows)
}

/** @type {Record<string, () => Promise<void>>} */
const STARTS = {
  account: async () => {
    const { user } = await send('GET', '/session').catch((error) => {
      if (!(error instanceof Failure) || error.code !== 'rest_not_logged_in') throw error
      location.replace(`${signIn}?return=${encodeURIComponent(location.pathname)}`)
      return { user: undefined }
    })
    if (!user) return
    setText('[data-name]', user.name)
    setText('[data-login]', user.login)
    await Promise.all([showSessions(), showTotp(), showPasskeys()])
    one('[data-signed-in]')?.removeAttribute('hidden')
  },
  invitation: showLink,
  reset: showLink,
}

async function showLink() {
  const { login } = await send('POST', '/users/links/describe', { token: token || '-' })
  setText('[data-login]', login)
  one('[data-link]')?.removeAttribute('hidden')
}

/** @type {(form: HTMLElement) => void} */
function bindForm(form) {
  const button = form.querySelector('button')
  button?.removeAttribute('disabled')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!(form instanceof HTMLFormElement)) return
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    button?.setAttribute('disabled', '')
    void run(async () => {
      await FORMS[form.dataset['form'] ?? '']?.(fields)
      form.reset()
    }).finally(() => button?.removeAttribute('disabled'))
  })
}
for (const form of all('[data-form]')) bindForm(form)
if ('PublicKeyCredential' in window) for (const part of all('[data-passkey-support]')) part.removeAttribute('hidden')
for (const button of all('[data-action]'))
  button.addEventListener('click', () => run(ACTIONS[button.dataset['action'] ?? ''] ?? (async () => {})))
void run(STARTS[account] ?? (async () => {}))
