/** Pages of accounts: sign-in, own account, invitations and password resets. `assets/account.js` calls the API for them. */

import type { MessageKey } from '../../../base/i18n/messages/catalog.ts'
import { ACCOUNT_PATHS, type AccountPageName } from '../../../calendar/posts/urls.ts'
import { SHORTEST_PASSWORD } from '../../../kernel/user.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { Page } from '../../../pages/page.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import type { OidcFailure } from '../oidc-failure.ts'
import type { AccountPage, OidcButton } from './account-page.ts'
import { renderPasskeySignIn, renderPasskeys } from './account-passkeys.ts'

const TITLES = {
  sign_in: 'page.account_sign_in',
  account: 'page.account_title',
  forgot: 'page.account_forgot',
  invitation: 'page.account_invitation',
  reset: 'page.account_forgot',
} as const satisfies Record<AccountPageName, MessageKey>

export function buildAccountPage(context: PageContext, page: AccountPage): Page {
  const { translate, urls, root, getAssetUrl } = context
  const title = translate(TITLES[page.name])
  return {
    title,
    path: ACCOUNT_PATHS[page.name],
    apiUrl: `${urls.base}/`,
    isNoindex: true,
    content: html`<div class="wide locked" data-account="${page.name}" data-api="${root}/api/cal/events/v1" data-sign-in="${root}${ACCOUNT_PATHS.sign_in}" data-home="${root}${ACCOUNT_PATHS.account}" data-passkeys="${getAssetUrl('passkeys.js')}">
<h1>${title}</h1>
<noscript><p class="notice notice-wrong">${translate('page.account_no_script')}</p></noscript>
<p class="notice notice-wrong" role="alert" data-failure hidden></p>
<p class="notice" role="status" data-done hidden></p>
${renderContent(context, page)}
</div>
<script type="module" src="${getAssetUrl('account.js')}"></script>`,
  }
}

function renderContent(context: PageContext, page: AccountPage): Html {
  switch (page.name) {
    case 'sign_in':
      return renderSignIn(context, page)
    case 'forgot':
      return renderForgot(context)
    case 'account':
      return renderAccount(context)
    default:
      return renderLink(context)
  }
}

interface FormField {
  readonly name: string
  readonly label: MessageKey
  readonly type: 'text' | 'password'
  readonly autocomplete: string
}

const LOGIN: FormField = { name: 'login', label: 'page.authorize_login', type: 'text', autocomplete: 'username' }
const PASSWORD: FormField = {
  name: 'password',
  label: 'page.password',
  type: 'password',
  autocomplete: 'current-password',
}
const CURRENT_PASSWORD: FormField = { ...PASSWORD, name: 'current_password', label: 'page.account_current_password' }
const NEW_PASSWORD: FormField = { ...PASSWORD, label: 'page.account_new_password', autocomplete: 'new-password' }

const renderField = ({ translate }: PageContext, form: string, { name, label, type, autocomplete }: FormField): Html =>
  html`<p><label for="${form}-${name}">${translate(label)}</label>
<input id="${form}-${name}" name="${name}" type="${type}" required autocomplete="${autocomplete}" autocapitalize="none" spellcheck="false"${autocomplete === 'new-password' && html` minlength="${SHORTEST_PASSWORD}"`}></p>`

const CODE: FormField = { name: 'code', label: 'page.account_code', type: 'text', autocomplete: 'one-time-code' }

interface FormOptions {
  readonly name: string
  readonly fields: readonly FormField[]
  readonly button: MessageKey
  /** Further content above the button. */
  readonly more?: Html
}

/** The script sends the form; without a script, its button is disabled, so that passwords are in no URL. */
const renderForm = (context: PageContext, { name, fields, button, more }: FormOptions): Html =>
  html`<form class="password authorize" method="post" data-form="${name}">
${fields.map((field) => html`${renderField(context, name, field)}\n`)}${more}
<p><button class="button button-strong" type="submit" disabled>${context.translate(button)}</button></p>
</form>`

function renderSignIn(context: PageContext, { canReset, oidc }: AccountPage): Html {
  const { translate, root } = context
  // The script adds the field when the API requires a code.
  const more = html`<template data-code>${renderField(context, 'sign-in', CODE)}</template>`
  return html`${renderForm(context, { name: 'sign-in', fields: [LOGIN, PASSWORD], more, button: 'page.account_sign_in' })}
${renderPasskeySignIn(context)}
${oidc && renderOidc(context, oidc)}${canReset && html`<p><a href="${root}${ACCOUNT_PATHS.forgot}">${translate('page.account_forgot_link')}</a></p>`}`
}

const OIDC_MESSAGES = {
  failed: 'page.account_oidc_failed',
  unavailable: 'page.account_oidc_unavailable',
  unknown: 'page.account_oidc_unknown',
  unverified: 'page.account_oidc_unverified',
  taken: 'page.account_oidc_taken',
  disabled: 'page.account_oidc_disabled',
  limited: 'error.too_many_sign_ins',
} as const satisfies Record<OidcFailure, MessageKey>

const renderOidc = ({ translate }: PageContext, { name, url, failure }: OidcButton): Html =>
  html`${failure && html`<p class="notice notice-wrong" role="alert">${translate(OIDC_MESSAGES[failure], { name })}</p>\n`}
<p><a class="button" href="${url}">${translate('page.account_oidc', { name })}</a></p>
`

const renderForgot = (context: PageContext): Html =>
  html`<p>${context.translate('page.account_forgot_text')}</p>
${renderForm(context, { name: 'forgot', fields: [LOGIN], button: 'page.account_forgot_send' })}
<p hidden data-text="forgot-done">${context.translate('page.account_forgot_done')}</p>`

function renderLink(context: PageContext): Html {
  const { translate, root } = context
  const length = String(SHORTEST_PASSWORD)
  return html`<section data-link hidden>
<p>${translate('page.account_link_text', { length })} <strong data-login></strong></p>
${renderForm(context, { name: 'link', fields: [NEW_PASSWORD], button: 'page.account_save_password' })}
</section>
<p hidden data-text="link-done">${translate('page.account_password_saved')}</p>
<p hidden data-after-link><a href="${root}${ACCOUNT_PATHS.sign_in}">${translate('page.account_sign_in')}</a></p>`
}

function renderAccount(context: PageContext): Html {
  const { translate } = context
  const revoke = html`<p><label><input type="checkbox" name="revoke_application_passwords" value="true"> ${translate('page.account_revoke_apps')}</label></p>`
  return html`<section data-signed-in hidden>
<p><strong data-name></strong> · <span data-login></span></p>
<p><button class="button" type="button" data-action="sign-out">${translate('page.account_sign_out')}</button></p>
<h2>${translate('page.account_change_password')}</h2>
${renderForm(context, {
  name: 'password',
  fields: [CURRENT_PASSWORD, NEW_PASSWORD],
  more: revoke,
  button: 'page.account_save_password',
})}
<p hidden data-text="password-done">${translate('page.account_password_changed')}</p>
${renderTotp(context)}
${renderPasskeys(context)}
<h2>${translate('page.account_sessions')}</h2>
<ul data-sessions></ul>
<template data-session><li><span data-agent></span> · <span data-ip></span> · <time></time> <em hidden data-current>${translate('page.account_session_current')}</em> <button class="button" type="button">${translate('page.account_session_end')}</button></li></template>
<p><button class="button" type="button" data-action="end-sessions">${translate('page.account_sessions_end')}</button></p>
</section>`
}

/** One of the three parts is shown: to begin, to confirm the secret, or to remove it. */
function renderTotp(context: PageContext): Html {
  const { translate } = context
  const fields = [CURRENT_PASSWORD]
  return html`<h2>${translate('page.account_totp')}</h2>
<div data-totp="off" hidden><p>${translate('page.account_totp_off')}</p>
${renderForm(context, { name: 'totp-create', fields, button: 'page.account_totp_create' })}</div>
<div data-totp="new" hidden><p>${translate('page.account_totp_secret')}</p>
<p><code data-totp-secret></code> <a data-totp-link href="#">${translate('page.account_totp_link')}</a></p>
${renderForm(context, { name: 'totp-confirm', fields: [CODE], button: 'page.account_totp_confirm' })}</div>
<div data-totp="on" hidden><p>${translate('page.account_totp_on')} <strong data-recovery-count></strong></p>
${renderForm(context, { name: 'totp-disable', fields, button: 'page.account_totp_remove' })}</div>
<div data-recovery-codes hidden><p>${translate('page.account_recovery_codes')}</p>
<ul class="secret"></ul></div>`
}
