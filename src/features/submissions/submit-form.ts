/** The form with which visitors submit and change events. It works without scripts; errors are those of the service. */

import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import { renderHoneypot } from '../../pages/honeypot.ts'
import { type Html, html } from '../../pages/html-template.ts'
import { type PageContext, toSitePath } from '../../pages/page-context.ts'
import { extractText } from '../../pages/view-text.ts'
import {
  describeInput,
  type FormContext,
  fieldId,
  renderDatalist,
  renderHints,
  renderLabel,
  renderSection,
  renderTextArea,
  renderTextField,
} from './form-fields.ts'
import type { SubmissionField } from './submission-form.ts'
import type { SubmissionForm } from './submission-page.ts'

interface SubmitFormOptions {
  /** URL path to which the form is sent. */
  readonly action: string
  /** True if the form changes a submitted event. */
  readonly isEdit: boolean
  /** True if a mail server is configured. */
  readonly hasMail?: boolean
}

export function renderSubmitForm(context: PageContext, form: SubmissionForm, options: SubmitFormOptions): Html {
  const { translate } = context
  const { action, isEdit, hasMail = false } = options
  const fields: FormContext = { context, form }
  return html`${renderFailure(context, form)}<form class="submit" method="post" action="${action}" enctype="multipart/form-data" novalidate>
<p class="muted">${translate('submission.required')}</p>
${renderEventSection(fields)}${renderDateSection(fields)}${renderVenueSection(fields)}${renderOrganizerSection(fields)}${renderImageSection(fields)}${!isEdit && renderSubmitterSection(fields, hasMail)}${renderHidden(form, isEdit)}${!isEdit && renderHoneypot(context)}<p><button class="button button-strong" type="submit" name="action" value="save">${translate(isEdit ? 'submission.save' : 'submission.send')}</button></p>
</form>
`
}

const renderHidden = ({ token, image }: SubmissionForm, isEdit: boolean): Html =>
  html`<input type="hidden" name="${isEdit ? 'revision' : 'form_token'}" value="${token}">
${image && html`<input type="hidden" name="has_image" value="1">\n`}`

/** Browsers move the focus to it, so that it is read first; its links lead to the fields. */
function renderFailure({ translate }: PageContext, { failure, errors, values }: SubmissionForm): Html {
  const names = FIELD_ORDER.filter((name) => errors[name] !== undefined)
  if (!failure && names.length === 0) return html``
  const losesImage = values.image_alt !== '' && !errors.image
  return html`<div class="notice submit-failure" role="alert" tabindex="-1" autofocus>
<p>${failure ? translate(failure.key, failure.values) : translate('submission.errors')}</p>
${
  names.length > 0 &&
  html`<ul>${names.map((name) => html`<li><a href="#${fieldId(name)}">${translate(LABELS[name])}</a>: ${translate(errors[name]?.key ?? 'error.invalid_parameter', errors[name]?.values)}</li>\n`)}</ul>
`
}${losesImage && html`<p>${translate('submission.image_again')}</p>\n`}</div>
`
}

const LABELS = {
  title: 'submission.event_title',
  description: 'submission.description',
  categories: 'submission.categories',
  cost: 'submission.cost',
  website: 'submission.website',
  start_date: 'submission.start_date',
  start_time: 'submission.start_time',
  end_date: 'submission.end_date',
  end_time: 'submission.end_time',
  timezone: 'submission.timezone',
  venue: 'submission.venue',
  venue_address: 'submission.venue_address',
  venue_zip: 'submission.venue_zip',
  venue_city: 'submission.venue_city',
  venue_country: 'submission.venue_country',
  virtual_url: 'submission.virtual_url',
  organizer: 'submission.organizer',
  organizer_email: 'submission.organizer_email',
  organizer_website: 'submission.organizer_website',
  image: 'submission.image',
  image_alt: 'submission.image_alt',
  name: 'submission.name',
  email: 'submission.email',
  note: 'submission.note',
} as const satisfies Record<SubmissionField, MessageKey>

/** In the order of the page. */
const FIELD_ORDER = Object.keys(LABELS).filter((name): name is SubmissionField => Object.hasOwn(LABELS, name))

const renderEventSection = (fields: FormContext): Html =>
  renderSection(fields.context, 'submission.section_event', [
    renderTextField(fields, { name: 'title', label: LABELS.title, isRequired: true }),
    renderTextArea(fields, {
      ...{ name: 'description', label: LABELS.description, help: 'submission.description_help', rows: 7 },
    }),
    renderCategories(fields),
    renderTextField(fields, { name: 'cost', label: LABELS.cost, help: 'submission.cost_help' }),
    renderTextField(fields, { name: 'website', label: LABELS.website, type: 'url', autocomplete: 'off' }),
  ])

function renderCategories({ context: { translate }, form }: FormContext): Html {
  const { categories } = form.choices
  if (categories.length === 0) return html``
  const boxes = categories.map(
    ({ id, name, depth }) =>
      html`<label class="check submit-category submit-depth-${Math.min(depth, 3)}"><input type="checkbox" name="categories[]" value="${id}"${form.values.categories.includes(id) && html` checked`}> ${extractText(name)}</label>\n`,
  )
  return html`<fieldset class="submit-field submit-categories" id="${fieldId('categories')}">
<legend>${translate(LABELS.categories)} <span class="submit-optional">${translate('submission.optional')}</span></legend>
<div class="submit-boxes">${boxes}</div>
</fieldset>
`
}

/** Times of events that last all day are hidden by the style sheet. */
function renderDateSection(fields: FormContext): Html {
  const { context, form } = fields
  const { translate } = context
  return renderSection(context, 'submission.section_when', [
    html`<p><label class="check"><input type="checkbox" name="all_day" value="1"${form.values.all_day && html` checked`}> ${translate('submission.all_day')}</label></p>
<div class="submit-row">
`,
    renderTextField(fields, {
      ...{ name: 'start_date', label: LABELS.start_date, type: 'date', isRequired: true, width: 'short' },
    }),
    renderTextField(fields, {
      ...{ name: 'start_time', label: LABELS.start_time, type: 'time', isRequired: true, width: 'time' },
    }),
    renderTextField(fields, {
      ...{ name: 'end_time', label: LABELS.end_time, type: 'time', isRequired: true, width: 'time' },
    }),
    html`</div>\n`,
    renderTextField(fields, {
      ...{ name: 'end_date', label: LABELS.end_date, type: 'date', width: 'short' },
      help: 'submission.end_date_help',
    }),
    renderZoneField(fields),
  ])
}

function renderZoneField(fields: FormContext): Html {
  const { timezone } = fields.form.values
  const known = Intl.supportedValuesOf('timeZone')
  const zones = timezone === '' || known.includes(timezone) ? known : [timezone, ...known]
  return html`<div class="submit-field">
${renderLabel(fields, { name: 'timezone', label: LABELS.timezone, isRequired: true })}
${renderHints(fields, 'timezone', undefined)}<select id="${fieldId('timezone')}" name="timezone"${describeInput(fields, 'timezone', undefined)}>
${zones.map((zone) => html`<option value="${zone}"${zone === timezone && html` selected`}>${zone.replaceAll('_', ' ')}</option>\n`)}</select>
</div>
`
}

const renderVenueSection = (fields: FormContext): Html =>
  renderSection(fields.context, 'submission.section_where', [
    renderTextField(fields, {
      ...{ name: 'venue', label: LABELS.venue, help: 'submission.venue_help', list: 'submit-venues' },
      autocomplete: 'off',
    }),
    renderDatalist('submit-venues', fields.form.choices.venues.map(extractText)),
    renderGroup(fields.context, 'submission.venue_new', 'submission.venue_new_help', [
      renderTextField(fields, { name: 'venue_address', label: LABELS.venue_address }),
      html`<div class="submit-row">\n`,
      renderTextField(fields, { name: 'venue_zip', label: LABELS.venue_zip, width: 'time' }),
      renderTextField(fields, { name: 'venue_city', label: LABELS.venue_city, width: 'short' }),
      html`</div>\n`,
      renderTextField(fields, { name: 'venue_country', label: LABELS.venue_country }),
    ]),
    renderTextField(fields, { name: 'virtual_url', label: LABELS.virtual_url, type: 'url', autocomplete: 'off' }),
  ])

/** Fields that belong together, below the name to which they apply. */
const renderGroup = (
  { translate }: PageContext,
  title: MessageKey,
  help: MessageKey | undefined,
  content: readonly Html[],
): Html =>
  html`<fieldset class="submit-group">
<legend>${translate(title)}</legend>
${help && html`<p class="submit-help">${translate(help)}</p>\n`}${content}</fieldset>
`

const renderOrganizerSection = (fields: FormContext): Html =>
  renderSection(fields.context, 'submission.section_organizer', [
    renderTextField(fields, {
      ...{ name: 'organizer', label: LABELS.organizer, help: 'submission.organizer_help', list: 'submit-organizers' },
      autocomplete: 'off',
    }),
    renderDatalist('submit-organizers', fields.form.choices.organizers.map(extractText)),
    renderGroup(fields.context, 'submission.organizer_new', undefined, [
      renderTextField(fields, { name: 'organizer_email', label: LABELS.organizer_email, type: 'email' }),
      renderTextField(fields, { name: 'organizer_website', label: LABELS.organizer_website, type: 'url' }),
    ]),
  ])

const IMAGE_TYPES = 'image/jpeg,image/png,image/gif,image/webp,image/avif'

function renderImageSection(fields: FormContext): Html {
  const { context, form } = fields
  const { image } = form
  const label = image ? 'submission.image_replace' : LABELS.image
  return renderSection(context, 'submission.section_image', [
    image
      ? html`<p><img class="submit-image" src="${toSitePath(context, image.url)}" width="${image.width}" height="${image.height}" alt="${image.alt}"></p>\n`
      : html``,
    html`<div class="submit-field">
${renderLabel(fields, { name: 'image', label })}
${renderHints(fields, 'image', 'submission.image_help')}<input id="${fieldId('image')}" name="image" type="file" accept="${IMAGE_TYPES}"${describeInput(fields, 'image', 'submission.image_help')}>
</div>
`,
    renderTextField(fields, { name: 'image_alt', label: LABELS.image_alt, help: 'submission.image_alt_help' }),
    image
      ? html`<p><label class="check"><input type="checkbox" name="image_remove" value="1"${form.values.removesImage && html` checked`}> ${context.translate('submission.image_remove')}</label></p>\n`
      : html``,
  ])
}

const renderSubmitterSection = (fields: FormContext, hasMail: boolean): Html =>
  renderSection(fields.context, 'submission.section_you', [
    renderTextField(fields, { name: 'name', label: LABELS.name, isRequired: true, autocomplete: 'name' }),
    renderTextField(fields, {
      ...{ name: 'email', label: LABELS.email, isRequired: true, type: 'email', autocomplete: 'email' },
      help: hasMail ? 'submission.email_help_mail' : 'submission.email_help',
    }),
    renderTextArea(fields, { name: 'note', label: LABELS.note, rows: 3 }),
    html`<p class="submit-help">${fields.context.translate('submission.privacy')}</p>\n`,
  ])
