/** Parts of the forms with which visitors subscribe to digests. */

import { formatDate } from '../../../pages/format-dates.ts'
import { renderHiddenFilters } from '../../../pages/hidden-filters.ts'
import { renderHoneypot } from '../../../pages/honeypot.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import type { Filters } from '../../../pages/page-filters.ts'
import { withQuery } from '../../../pages/page-routes.ts'
import { DIGEST_PATHS } from '../../digests/digest-renderer.ts'

/** Form in the section about subscriptions; undefined if there are no digests, and for a series, which few events have. */
export function renderDigestForm(
  context: PageContext,
  filters: Filters & { readonly series?: string },
): Html | undefined {
  const { translate, root, language, digestWeekday } = context
  if (digestWeekday === undefined || filters.series !== undefined) return undefined
  return html`<form class="digest-form" method="post" action="${root}${DIGEST_PATHS.form}">
<h3>${translate('digest.title')}</h3>
<p>${describeDigest(context, digestWeekday)}</p>
<input type="hidden" name="language" value="${language}">
${renderHiddenFilters(filters)}${renderHoneypot(context)}
<p class="subscribe-address">${renderEmailField(context, { id: 'digest-email' })}
<button class="button" type="submit">${translate('digest.subscribe')}</button></p>
<p class="muted">${translate('digest.privacy')} <a href="${root}${withQuery(DIGEST_PATHS.form, filters)}" rel="nofollow">${translate('digest.manage')}</a></p>
</form>`
}

/** January 1, 2023 was a Sunday. */
export const describeDigest = (context: PageContext, weekday: number): string =>
  context.translate('digest.text', { day: formatDate(context, 'weekday', `2023-01-0${weekday + 1}`) })

interface EmailField {
  readonly id: string
  readonly value?: string
  /** Id of the message about an invalid address. */
  readonly failureId?: string | undefined
}

export const renderEmailField = ({ translate }: PageContext, { id, value = '', failureId }: EmailField): Html =>
  html`<label for="${id}">${translate('digest.email')}</label>
<input id="${id}" name="email" type="email" required maxlength="254" autocomplete="email" value="${value}"${failureId !== undefined && html` aria-invalid="true" aria-describedby="${failureId}"`}>`
