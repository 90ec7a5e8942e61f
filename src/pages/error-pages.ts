/** Pages for 404, 410 and records that require a password. */

import { type Html, html } from './html-template.ts'
import type { Page } from './page.ts'
import type { PageContext } from './page-context.ts'

export function buildMissingPage(
  { translate, urls, root }: PageContext,
  kind: 'not_found' | 'gone',
  path: string,
): Page {
  return {
    title: translate(`page.${kind}`),
    path,
    apiUrl: `${urls.base}/`,
    isNoindex: true,
    content: html`<div class="wide absent">
<h1>${translate(`page.${kind}`)}</h1>
<p>${translate(`page.${kind}_text`)}</p>
<p><a class="button button-strong" href="${root}/events/">${translate('page.to_calendar')}</a></p>
</div>`,
  }
}

/** Message key of a failed password. */
export type PasswordError = 'page.wrong_password' | 'page.too_many_tries'

interface LockedPageInput {
  readonly title: string
  readonly path: string
  readonly api: string
  readonly error: PasswordError | undefined
}

/** The password is sent in the body of a POST, so that it never appears in URLs or logs. */
export function buildLockedPage(context: PageContext, { title, path, api: apiUrl, error }: LockedPageInput): Page {
  const { translate, root, urls, embed } = context
  if (embed) return { title, path, apiUrl, content: renderOpenLink(context, title, `${urls.home}${path}`) }
  return {
    title,
    path,
    apiUrl,
    isNoindex: true,
    content: html`<div class="wide locked">
<p class="kind">${translate('page.protected_title')}</p>
<h1>${title}</h1>
<form class="password" method="post" action="${root}${path}">
<p>${translate('page.protected_text')}</p>
${error && html`<p class="notice notice-wrong" id="password-wrong" role="alert">${translate(error)}</p>`}
<p class="password-line"><label for="password">${translate('page.password')}</label>
<input id="password" name="password" type="password" required autocomplete="off"${error && html` aria-invalid="true" aria-describedby="password-wrong" autofocus`}>
<button class="button button-strong" type="submit">${translate('page.open')}</button></p>
</form>
</div>`,
  }
}

/** Framed pages never show a password form. */
const renderOpenLink = ({ translate }: PageContext, title: string, page: string): Html =>
  html`<div class="wide absent">
<h1>${title}</h1>
<p>${translate('page.protected_text')}</p>
<p><a class="button button-strong" href="${page}" target="_top">${translate('page.open')}</a></p>
</div>`
