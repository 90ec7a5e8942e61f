/** Passkeys on the pages of accounts. Their script shows what the browser supports. */
import type { MessageKey } from '../../../base/i18n/messages/catalog.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { PageContext } from '../../../pages/page-context.ts'

const renderFailure = ({ translate }: PageContext): Html =>
  html`<p hidden data-text="passkey-failed">${translate('page.account_passkey_failed')}</p>`

export const renderPasskeySignIn = (context: PageContext): Html =>
  html`<p data-passkey-support hidden><button class="button" type="button" data-action="passkey">${context.translate('page.account_passkey_sign_in')}</button></p>
${renderFailure(context)}`

interface PasskeyForm {
  readonly name: string
  readonly fields: readonly Html[]
  readonly button: MessageKey
}

/** Labels contain their inputs, because the forms of a passkey are repeated and can have no IDs. */
const renderPasskeyForm = ({ translate }: PageContext, { name, fields, button }: PasskeyForm): Html =>
  html`<form class="password authorize" method="post" data-form="${name}">
${fields}
<p><button class="button" type="submit" disabled>${translate(button)}</button></p>
</form>`

const PASSKEY_ID = html`<input type="hidden" name="passkey_id">`

const renderName = ({ translate }: PageContext): Html =>
  html`<p><label>${translate('page.account_passkey_name')} <input name="name" required maxlength="100" autocomplete="off"></label></p>`

const renderPassword = ({ translate }: PageContext): Html =>
  html`<p><label>${translate('page.account_current_password')} <input name="current_password" type="password" required autocomplete="current-password"></label></p>`

export function renderPasskeys(context: PageContext): Html {
  const { translate } = context
  const [name, password] = [renderName(context), renderPassword(context)]
  return html`<h2>${translate('page.account_passkeys')}</h2>
<p>${translate('page.account_passkeys_text')}</p>
<ul data-passkey-list></ul>
<template data-passkey><li><details><summary data-passkey-name></summary>
<p>${translate('page.account_passkey_created')} <time data-created></time> <span data-last-used hidden>· ${translate('page.account_passkey_last_used')} <time></time></span></p>
${renderPasskeyForm(context, { name: 'passkey-rename', fields: [PASSKEY_ID, name], button: 'page.account_passkey_rename' })}
${renderPasskeyForm(context, { name: 'passkey-remove', fields: [PASSKEY_ID, password], button: 'page.account_passkey_remove' })}
</details></li></template>
<div data-passkey-support hidden>
${renderPasskeyForm(context, { name: 'passkey-create', fields: [name, password], button: 'page.account_passkey_create' })}
</div>
${renderFailure(context)}`
}
