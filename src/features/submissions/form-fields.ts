/** Fields of the form for visitors. Each shows its hint and its error, and is described by both. */

import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import { type Html, html } from '../../pages/html-template.ts'
import type { PageContext } from '../../pages/page-context.ts'
import type { SubmissionField, SubmissionText } from './submission-form.ts'
import { TEXT_LIMITS } from './submission-form.ts'
import type { SubmissionForm } from './submission-page.ts'

export interface FormContext {
  readonly context: PageContext
  readonly form: SubmissionForm
}

export const fieldId = (name: SubmissionField): string => `submit-${name.replaceAll('_', '-')}`

export interface FieldOptions {
  readonly name: SubmissionText
  readonly label: MessageKey
  readonly help?: MessageKey
  readonly isRequired?: true
  readonly type?: 'text' | 'date' | 'time' | 'email' | 'url'
  readonly autocomplete?: string
  /** Id of a list of suggestions. */
  readonly list?: string
  /** Class of the field, for its width. */
  readonly width?: 'short' | 'time'
}

const renderOptional = ({ translate }: PageContext): Html =>
  html` <span class="submit-optional">${translate('submission.optional')}</span>`

/** The label is that of a field that may be omitted unless it is required. */
export const renderLabel = (
  { context }: FormContext,
  { name, label, isRequired }: Pick<FieldOptions, 'label' | 'isRequired'> & { readonly name: SubmissionField },
): Html =>
  html`<label for="${fieldId(name)}">${context.translate(label)}${!isRequired && renderOptional(context)}</label>`

/** Attributes that connect an input with its hint and its error. */
export function describeInput({ form }: FormContext, name: SubmissionField, help: MessageKey | undefined): Html {
  const id = fieldId(name)
  const error = form.errors[name]
  const ids = [...(error ? [`${id}-error`] : []), ...(help ? [`${id}-help`] : [])]
  return html`${error && html` aria-invalid="true"`}${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}`
}

export function renderHints(
  { context: { translate }, form }: FormContext,
  name: SubmissionField,
  help: MessageKey | undefined,
): Html {
  const id = fieldId(name)
  const error = form.errors[name]
  return html`${help && html`<p class="submit-help" id="${id}-help">${translate(help)}</p>\n`}${
    error && html`<p class="submit-error" id="${id}-error">${translate(error.key, error.values)}</p>\n`
  }`
}

/** Keyboards of phones fit the type. URLs are texts, because browsers would reject those without a scheme. */
export function renderTextField(fields: FormContext, options: FieldOptions): Html {
  const { name, help, isRequired, type = 'text', autocomplete, list, width } = options
  const mode = type === 'url' || type === 'email' ? type : undefined
  return html`<div class="submit-field${width ? ` submit-field-${width}` : ''}">
${renderLabel(fields, options)}
${renderHints(fields, name, help)}<input id="${fieldId(name)}" name="${name}" type="${type === 'url' ? 'text' : type}" value="${fields.form.values[name]}" maxlength="${type === 'date' || type === 'time' ? false : TEXT_LIMITS[name]}"${mode && html` inputmode="${mode}" autocapitalize="none" spellcheck="false"`}${isRequired && html` required`}${autocomplete && html` autocomplete="${autocomplete}"`}${list && html` list="${list}"`}${describeInput(fields, name, help)}>
</div>
`
}

export function renderTextArea(fields: FormContext, options: FieldOptions & { readonly rows: number }): Html {
  const { name, help, rows } = options
  return html`<div class="submit-field">
${renderLabel(fields, options)}
${renderHints(fields, name, help)}<textarea id="${fieldId(name)}" name="${name}" rows="${rows}" maxlength="${TEXT_LIMITS[name]}"${describeInput(fields, name, help)}>
${fields.form.values[name]}</textarea>
</div>
`
}

export const renderDatalist = (id: string, names: readonly string[]): Html =>
  html`<datalist id="${id}">${names.map((name) => html`<option value="${name}"></option>`)}</datalist>
`

export const renderSection = ({ translate }: PageContext, title: MessageKey, content: readonly Html[]): Html =>
  html`<fieldset class="submit-section">
<legend>${translate(title)}</legend>
${content}</fieldset>
`
