/** The page on which a person lets an application in. */
import type { AuthorizationStep } from '../calendar/application-request.ts'
import { AUTHORIZE_PATH } from '../present/urls.ts'
import { withQuery } from './address.ts'
import type { Frame } from './frame.ts'
import { type Html, html } from './html.ts'
import type { Sheet } from './layout.ts'

export function authorizeSheet(frame: Frame, step: AuthorizationStep): Sheet {
  const { say, urls } = frame
  return {
    title: say(step.kind === 'done' ? 'page.authorize_done' : 'page.authorize_title'),
    // Other languages ask the same.
    path: step.kind === 'ask' ? withQuery(AUTHORIZE_PATH, step.fields) : AUTHORIZE_PATH,
    api: `${urls.base}/`,
    isUnlisted: true,
    content: html`<div class="wide locked">
<h1>${say(step.kind === 'done' ? 'page.authorize_done' : 'page.authorize_title')}</h1>
${contentOf(frame, step)}
</div>`,
  }
}

function contentOf(frame: Frame, step: AuthorizationStep): Html {
  const { say } = frame
  switch (step.kind) {
    case 'invalid':
      return html`<p class="notice notice-wrong" role="alert">${say('page.authorize_invalid', { names: step.names.join(', ') })}</p>`
    case 'refused':
      return html`<p>${say('page.authorize_refused')}</p>`
    case 'done':
      return html`<p>${say('page.authorize_done_text', { name: step.name })}</p>
<dl class="secret"><dt>${say('page.authorize_login')}</dt><dd><code>${step.login}</code></dd>
<dt>${say('page.password')}</dt><dd><code>${step.password}</code></dd></dl>`
    case 'ask':
      return form(frame, step)
  }
}

function form({ say, root }: Frame, step: Extract<AuthorizationStep, { kind: 'ask' }>): Html {
  const { request, fields, failure, login } = step
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
  )
  return html`<form class="password authorize" method="post" action="${root}${AUTHORIZE_PATH}">
<p>${say('page.authorize_text', { name: request.name })}</p>
${request.success && html`<p>${say('page.authorize_return', { host: request.success.host || request.success.protocol })}</p>`}
${failure && html`<p class="notice notice-wrong" id="authorize-wrong" role="alert">${say(failure)}</p>`}
${hidden}<p><label for="login">${say('page.authorize_login')}</label>
<input id="login" name="login" value="${login}" required autocomplete="username" autocapitalize="none" spellcheck="false"${failure && html` aria-invalid="true" aria-describedby="authorize-wrong"`}></p>
<p><label for="password">${say('page.password')}</label>
<input id="password" name="password" type="password" required autocomplete="current-password"></p>
<p class="row"><button class="button button-strong" type="submit" name="answer" value="allow">${say('page.authorize_allow')}</button>
<button class="button" type="submit" name="answer" value="refuse" formnovalidate>${say('page.authorize_refuse')}</button></p>
</form>`
}
