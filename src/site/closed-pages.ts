/** Pages of what is not there, is there no longer, or wants a password. */
import type { Frame } from './frame.ts'
import { type Html, html } from './html.ts'
import type { Sheet } from './layout.ts'

export function absentSheet({ say, urls, root }: Frame, kind: 'not_found' | 'gone', path: string): Sheet {
  return {
    title: say(`page.${kind}`),
    path,
    api: `${urls.base}/`,
    isUnlisted: true,
    content: html`<div class="wide absent">
<h1>${say(`page.${kind}`)}</h1>
<p>${say(`page.${kind}_text`)}</p>
<p><a class="button button-strong" href="${root}/events/">${say('page.to_calendar')}</a></p>
</div>`,
  }
}

/** What was wrong with the password that came. */
export type Fault = 'page.wrong_password' | 'page.too_many_tries'

interface Locked {
  readonly title: string
  readonly path: string
  readonly api: string
  readonly fault: Fault | undefined
}

/** The password travels in the body of a POST to the page itself, so no address or log ever holds it. */
export function lockedSheet(frame: Frame, { title, path, api, fault }: Locked): Sheet {
  const { say, root, urls, embedding } = frame
  if (embedding) return { title, path, api, content: wayToLocked(frame, title, `${urls.home}${path}`) }
  return {
    title,
    path,
    api,
    isUnlisted: true,
    content: html`<div class="wide locked">
<p class="kind">${say('page.protected_title')}</p>
<h1>${title}</h1>
<form class="password" method="post" action="${root}${path}">
<p>${say('page.protected_text')}</p>
${fault && html`<p class="notice notice-wrong" id="password-wrong" role="alert">${say(fault)}</p>`}
<p class="password-line"><label for="password">${say('page.password')}</label>
<input id="password" name="password" type="password" required autocomplete="off"${fault && html` aria-invalid="true" aria-describedby="password-wrong" autofocus`}>
<button class="button button-strong" type="submit">${say('page.open')}</button></p>
</form>
</div>`,
  }
}

/** Nothing asks for a password inside of another site. */
const wayToLocked = ({ say }: Frame, title: string, page: string): Html =>
  html`<div class="wide absent">
<h1>${title}</h1>
<p>${say('page.protected_text')}</p>
<p><a class="button button-strong" href="${page}" target="_top">${say('page.open')}</a></p>
</div>`
