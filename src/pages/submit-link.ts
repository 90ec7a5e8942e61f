/** Link to the form with which visitors submit events. */
import { SUBMIT_PATH } from '../features/submissions/submission.ts'
import { type Html, html } from './html-template.ts'
import type { PageContext } from './page-context.ts'

export const renderSubmitLink = ({ acceptsSubmissions, root, translate }: PageContext): Html =>
  acceptsSubmissions
    ? html`<a class="button submit-link" href="${root}${SUBMIT_PATH}">${translate('submission.link')}</a>\n`
    : html``
