/** Page on which a user authorizes an application. */

import { AUTHORIZE_PATH } from '../../../calendar/posts/urls.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { Page } from '../../../pages/page.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import { withQuery } from '../../../pages/page-routes.ts'
import type { AuthorizationStep } from '../app-authorization.ts'

export function buildAuthorizePage(context: PageContext, step: AuthorizationStep): Page {
  const { translate, urls } = context
  return {
    title: translate(step.kind === 'done' ? 'page.authorize_done' : 'page.authorize_title'),
    // Links to other languages keep the request.
    path: step.kind === 'ask' ? withQuery(AUTHORIZE_PATH, step.fields) : AUTHORIZE_PATH,
    apiUrl: `${urls.base}/`,
    isNoindex: true,
    content: html`<div class="wide locked">
<h1>${translate(step.kind === 'done' ? 'page.authorize_done' : 'page.authorize_title')}</h1>
${renderStep(context, step)}
</div>`,
  }
}

function renderStep(context: PageContext, step: AuthorizationStep): Html {
  const { translate } = context
  switch (step.kind) {
    case 'invalid':
      return html`<p class="notice notice-wrong" role="alert">${translate('page.authorize_invalid', { names: step.names.join(', ') })}</p>`
    case 'refused':
      return html`<p>${translate('page.authorize_refused')}</p>`
    case 'done':
      return html`<p>${translate('page.authorize_done_text', { name: step.name })}</p>
<dl class="secret"><dt>${translate('page.authorize_login')}</dt><dd><code>${step.login}</code></dd>
<dt>${translate('page.password')}</dt><dd><code>${step.password}</code></dd></dl>`
    case 'ask':
      return renderForm(context, step)
  }
}

function renderForm({ translate, root }: PageContext, step: Extract<AuthorizationStep, { kind: 'ask' }>): Html {
  const { request, fields, failure, login, needsCode } = step
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
  )
  return html`<form class="password authorize" method="post" action="${root}${AUTHORIZE_PATH}">
<p>${translate('page.authorize_text', { name: request.name })}</p>
${request.successUrl && html`<p>${translate('page.authorize_return', { host: request.successUrl.host || request.successUrl.protocol })}</p>`}
${failure && html`<p class="notice notice-wrong" id="authorize-wrong" role="alert">${translate(failure)}</p>`}
${hidden}<p><label for="login">${translate('page.authorize_login')}</label>
<input id="login" name="login" value="${login}" required autocomplete="username" autocapitalize="none" spellcheck="false"${failure && html` aria-invalid="true" aria-describedby="authorize-wrong"`}></p>
<p><label for="password">${translate('page.password')}</label>
<input id="password" name="password" type="password" required autocomplete="current-password"></p>
${
  needsCode &&
  html`<p><label for="code">${translate('page.account_code')}</label>
<input id="code" name="code" required autocomplete="one-time-code"></p>
`
}<p class="row"><button class="button button-strong" type="submit" name="answer" value="allow">${translate('page.authorize_allow')}</button>
<button class="button" type="submit" name="answer" value="refuse" formnovalidate>${translate('page.authorize_refuse')}</button></p>
</form>`
}
