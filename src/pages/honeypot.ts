import { type Html, html } from './html-template.ts'
import type { PageContext } from './page-context.ts'

/** Name of the form field that visitors do not see and only programs fill in. */
export const HONEYPOT_FIELD = 'company'

/** A field that people do not see and cannot reach; programs that fill in every field reveal themselves. */
export const renderHoneypot = ({ translate }: PageContext): Html =>
  html`<p class="honeypot" aria-hidden="true"><label>${translate('page.leave_empty')} <input name="${HONEYPOT_FIELD}" tabindex="-1" autocomplete="off"></label></p>
`
