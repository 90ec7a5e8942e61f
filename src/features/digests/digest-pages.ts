/** Pages with which visitors subscribe to digests, confirm, change and end a subscription. They work without scripts. */
import { LANGUAGE_NAMES } from '../../base/i18n/language.ts'
import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import { renderHiddenFilters } from '../../pages/hidden-filters.ts'
import { renderHoneypot } from '../../pages/honeypot.ts'
import { type Html, html } from '../../pages/html-template.ts'
import type { Page } from '../../pages/page.ts'
import type { PageContext } from '../../pages/page-context.ts'
import { type Filters, readQueryText } from '../../pages/page-filters.ts'
import { withQuery } from '../../pages/page-routes.ts'
import { describeDigest, renderEmailField } from '../site/components/digest-form.ts'
import type { FilterOptions } from '../site/data/filter-options.ts'
import type { FilterOption } from '../site/data/named-records.ts'
import { DIGEST_PATHS, type DigestFailure, type DigestPage } from './digest-renderer.ts'

/** A page with the data that it shows. */
export interface DigestView {
  readonly page: DigestPage
  /** Filters of the form or of the subscription. */
  readonly filters: Filters
  readonly scopeName: string
  readonly options: FilterOptions
}

const TITLES = {
  form: 'digest.title',
  requested: 'digest.requested',
  confirm: 'digest.confirm_title',
  confirmed: 'digest.confirmed',
  manage: 'digest.manage_title',
  saved: 'digest.manage_title',
  unsubscribe: 'digest.unsubscribe_title',
  unsubscribed: 'digest.unsubscribed',
  invalid: 'digest.invalid',
} as const satisfies Record<DigestPage['kind'], MessageKey>

export function buildDigestPage(context: PageContext, view: DigestView): Page {
  const { translate, urls } = context
  const title = translate(TITLES[view.page.kind])
  return {
    title,
    path: buildPath(view),
    apiUrl: `${urls.base}/`,
    isNoindex: true,
    content: html`<div class="wide locked digest">
<h1>${title}</h1>
${renderContent(context, view)}
</div>`,
  }
}

/** The language links of a page keep its token and filters. */
function buildPath({ page, filters }: DigestView): string {
  if (!('token' in page)) return withQuery(DIGEST_PATHS.form, page.kind === 'form' ? filters : {})
  return withQuery(DIGEST_PATHS[page.kind === 'saved' ? 'manage' : page.kind], { token: page.token })
}

function renderContent(context: PageContext, view: DigestView): Html {
  const { translate } = context
  const { page, scopeName } = view
  switch (page.kind) {
    case 'form':
      return renderSubscribeForm(context, view, page)
    case 'requested':
      return renderEnd(context, translate('digest.requested_text', { email: page.email }))
    case 'confirm':
      return renderTokenForm(context, {
        action: 'confirm',
        token: page.token,
        text: translate('digest.confirmed_text', { scope: scopeName }),
        button: 'digest.confirm',
      })
    case 'confirmed':
      return renderEnd(context, translate('digest.confirmed_text', { scope: scopeName }))
    case 'manage':
    case 'saved':
      return renderManageForms(context, view, page)
    case 'unsubscribe': {
      const text = `${page.subscription.email}: ${scopeName}`
      return renderTokenForm(context, { action: 'unsubscribe', token: page.token, text, button: 'digest.unsubscribe' })
    }
    case 'unsubscribed':
      return renderEnd(context, translate('digest.unsubscribed_text'))
    default:
      return html`<p>${translate('digest.invalid_text')}</p>
<p><a class="button button-strong" href="${context.root}${DIGEST_PATHS.form}">${translate('digest.title')}</a></p>`
  }
}

const renderEnd = ({ translate, root }: PageContext, text: string): Html =>
  html`<p>${text}</p>
<p><a class="button button-strong" href="${root}/events/">${translate('page.to_calendar')}</a></p>`

interface TokenForm {
  readonly action: 'confirm' | 'unsubscribe'
  readonly token: string
  readonly text: string
  readonly button: MessageKey
  /** True if the page has a more important button. */
  readonly isSecondary?: boolean
}

/** A button, because programs that check mails open their links. */
const renderTokenForm = (
  { translate, root }: PageContext,
  { action, token, text, button, isSecondary }: TokenForm,
): Html =>
  html`<form method="post" action="${root}${DIGEST_PATHS[action]}">
<p>${text}</p>
<input type="hidden" name="token" value="${token}">
<p><button class="button${!isSecondary && ' button-strong'}" type="submit">${translate(button)}</button></p>
</form>`

const FAILURES = {
  email: 'digest.invalid_email',
  scope: 'digest.invalid_scope',
  limit: 'error.too_many_requests',
} as const satisfies Record<DigestFailure, MessageKey>

function renderSubscribeForm(
  context: PageContext,
  view: DigestView,
  { input, failure }: Extract<DigestPage, { kind: 'form' }>,
): Html {
  const { translate, root, digestWeekday = 0 } = context
  const failureId = failure === 'email' ? 'digest-failure' : undefined
  return html`<p>${describeDigest(context, digestWeekday)}</p>
${failure && html`<p class="notice notice-wrong" id="digest-failure" role="alert">${translate(FAILURES[failure])}</p>`}
<form class="password" method="post" action="${root}${DIGEST_PATHS.form}">
<p>${renderEmailField(context, { id: 'digest-email', value: readQueryText(input['email']), failureId })}</p>
${renderScopeFields(context, view)}${renderLanguageField(context, context.language)}${renderHoneypot(context)}
<p><button class="button button-strong" type="submit">${translate('digest.subscribe')}</button></p>
<p class="muted">${translate('digest.privacy')}</p>
</form>`
}

function renderManageForms(
  context: PageContext,
  view: DigestView,
  { kind, token, subscription }: Extract<DigestPage, { kind: 'manage' | 'saved' | 'confirm' | 'unsubscribe' }>,
): Html {
  const { translate, root } = context
  return html`${kind === 'saved' && html`<p class="notice" role="status">${translate('digest.saved')}</p>`}
<p>${translate('digest.manage_text', { email: subscription.email, scope: view.scopeName })}</p>
<form class="password" method="post" action="${root}${DIGEST_PATHS.manage}">
${renderScopeFields(context, view)}${renderLanguageField(context, subscription.language)}
<input type="hidden" name="token" value="${token}">
<p><button class="button button-strong" type="submit">${translate('digest.save')}</button></p>
</form>
<h2>${translate('digest.unsubscribe_title')}</h2>
${renderTokenForm(context, { action: 'unsubscribe', token, text: translate('digest.unsubscribe_text'), button: 'digest.unsubscribe', isSecondary: true })}`
}

const SELECTS = [
  ['categories', 'page.category'],
  ['tags', 'page.tag'],
  ['venue', 'page.venue'],
  ['organizer', 'page.organizer'],
] as const satisfies readonly (readonly [keyof FilterOptions, MessageKey])[]

/** Filters without a field are kept. */
function renderScopeFields(context: PageContext, { filters, options }: DigestView): Html {
  const { translate } = context
  const { search = '', categories, tags, venue, organizer, ...others } = filters
  const selects = SELECTS.map(([name, label]) =>
    renderSelect(context, { name, label: translate(label), options: options[name].options, value: filters[name] }),
  )
  return html`<fieldset class="digest-scope"><legend>${translate('digest.scope')}</legend>
<p><label for="digest-search">${translate('digest.search')}</label>
<input id="digest-search" name="search" type="search" value="${search}"></p>
${selects}</fieldset>
${renderHiddenFilters(others)}`
}

interface SelectField {
  readonly name: string
  readonly label: string
  readonly options: readonly FilterOption[]
  readonly value: string | undefined
}

function renderSelect({ translate }: PageContext, { name, label, options, value }: SelectField): Html | undefined {
  if (options.length === 0 && value === undefined) return undefined
  const isListed = value === undefined || options.some((option) => option.value === value)
  const all = isListed ? options : [...options, { value, label: value, depth: 0, events: 0 }]
  const items = all.map(
    (option) =>
      html`<option value="${option.value}"${option.value === value && html` selected`}>${'\u2003'.repeat(option.depth)}${option.label}</option>`,
  )
  return html`<p><label for="digest-${name}">${label}</label>
<select id="digest-${name}" name="${name}"><option value="">${translate('page.any')}</option>${items}</select></p>
`
}

function renderLanguageField({ site, translate }: PageContext, value: string): Html {
  if (site.languages.length < 2) return html`<input type="hidden" name="language" value="${site.languages[0]}">`
  const items = site.languages.map(
    (language) =>
      html`<option value="${language}" lang="${language}"${language === value && html` selected`}>${LANGUAGE_NAMES[language]}</option>`,
  )
  return html`<p><label for="digest-language">${translate('digest.language')}</label>
<select id="digest-language" name="language">${items}</select></p>`
}
