/** Link to the form with which visitors submit events. */
import { type Html, html } from './html-template.ts'
import type { PageContext } from './page-context.ts'

export const renderSubmitLink = ({ submitPath, root, translate }: PageContext): Html =>
  submitPath
    ? html`<a class="button submit-link" href="${root}${submitPath}">${translate('submission.link')}</a>\n`
    : html``
