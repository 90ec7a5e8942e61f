/** Pages of submissions: the form, its confirmation, and what the submitter sees through a link. */

import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import { formatDate } from '../../pages/format-dates.ts'
import { type Html, html } from '../../pages/html-template.ts'
import type { Page } from '../../pages/page.ts'
import { type PageContext, toSitePath } from '../../pages/page-context.ts'
import { withQuery } from '../../pages/page-routes.ts'
import { extractText } from '../../pages/view-text.ts'
import { SUBMISSION_PATH, SUBMIT_PATH } from './submission.ts'
import type { SubmissionPage, SubmissionState } from './submission-page.ts'
import { renderSubmitForm } from './submit-form.ts'

const TITLES = {
  new: 'submission.title',
  sent: 'submission.sent_title',
  state: 'submission.state_title',
  unknown: 'submission.unknown_title',
} as const satisfies Record<SubmissionPage['kind'], MessageKey>

export function buildSubmissionPage(context: PageContext, page: SubmissionPage): Page {
  const { translate, urls } = context
  const title = translate(TITLES[page.kind])
  return {
    title,
    path: page.kind === 'state' ? withQuery(SUBMISSION_PATH, { token: page.state.token }) : SUBMIT_PATH,
    apiUrl: `${urls.base}/`,
    isNoindex: page.kind !== 'new',
    content: html`<div class="wide submit-page">
<h1>${title}</h1>
${renderContent(context, page)}</div>`,
  }
}

function renderContent(context: PageContext, page: SubmissionPage): Html {
  const { translate, root } = context
  switch (page.kind) {
    case 'new':
      return html`<p class="submit-intro">${translate('submission.intro')}</p>
${renderSubmitForm(context, page.form, { action: `${root}${SUBMIT_PATH}`, isEdit: false, hasMail: page.hasMail })}`
    case 'sent':
      return html`<p class="submit-intro">${translate('submission.sent_text')}</p>
${renderLinks(context)}`
    case 'unknown':
      return html`<p class="submit-intro">${translate('submission.unknown_text')}</p>
${renderLinks(context)}`
    case 'state':
      return renderState(context, page.state)
  }
}

const renderLinks = ({ translate, root }: PageContext): Html =>
  html`<p class="row submit-links"><a class="button button-strong" href="${root}/events/">${translate('page.to_calendar')}</a>
<a class="button" href="${root}${SUBMIT_PATH}">${translate('submission.another')}</a></p>
`

/** Statuses that only editors set, such as `private`, are closed for the submitter. */
function findStateName(status: SubmissionState['status']) {
  const names = ['pending', 'draft', 'future', 'publish'] as const
  return names.find((name) => name === status) ?? 'closed'
}

function renderState(context: PageContext, state: SubmissionState): Html {
  const { translate, root, urls } = context
  const { title, status, date, url, reason, token, done, form } = state
  const name = findStateName(status)
  const action = withQuery(`${root}${SUBMISSION_PATH}`, { token })
  return html`${done && html`<p class="notice submit-done" role="status">${translate(`submission.done_${done}`)}</p>\n`}${
    done === 'submitted' &&
    html`<p class="submit-save"><label for="submit-link">${translate('submission.save_link')}</label>
<input id="submit-link" readonly value="${withQuery(`${urls.home}${SUBMISSION_PATH}`, { token })}"></p>
`
  }<section class="submit-state" aria-labelledby="submit-state-title">
<h2 id="submit-state-title">${extractText(title)}</h2>
<p><strong class="submit-badge submit-badge-${name}">${translate(`submission.state_${name}`)}</strong></p>
<p>${translate(`submission.text_${name}`, { date: formatDate(context, 'longDay', date) })}</p>
${reason !== '' && html`<p>${translate('submission.text_reason')}</p>\n<blockquote class="submit-reason">${reason}</blockquote>\n`}${url !== '' && html`<p><a class="button button-strong" href="${toSitePath(context, url)}">${translate('submission.see_event')}</a></p>\n`}</section>
${
  form &&
  html`<h2 class="submit-edit">${translate('submission.edit')}</h2>
${renderSubmitForm(context, form, { action, isEdit: true })}
<form class="submit-withdraw" method="post" action="${action}">
<h2>${translate('submission.withdraw')}</h2>
<p>${translate('submission.withdraw_text')}</p>
<p><button class="button submit-danger" type="submit" name="action" value="withdraw">${translate('submission.withdraw')}</button></p>
</form>
`
}${!form && renderLinks(context)}`
}
