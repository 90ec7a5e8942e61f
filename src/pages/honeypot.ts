import { HONEYPOT_FIELD } from './honeypot-check.ts'
import { type Html, html } from './html-template.ts'
import type { PageContext } from './page-context.ts'

/** A field that people do not see and cannot reach; programs that fill in every field reveal themselves. */
export const renderHoneypot = ({ translate }: PageContext): Html =>
  html`<p class="honeypot" aria-hidden="true"><label>${translate('page.leave_empty')} <input name="${HONEYPOT_FIELD}" tabindex="-1" autocomplete="off"></label></p>
`
