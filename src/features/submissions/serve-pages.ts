/** Pages on which visitors submit events, and see, change and withdraw what they have submitted. */

import type { Phrase } from '../../base/i18n/translate.ts'
import { createFragment } from '../../calendar/fragments/json-fragment.ts'
import { MAX_IMAGE_BYTES } from '../../calendar/images/image-files.ts'
import { isMultipart } from '../../http/request/multipart.ts'
import { readBodyFields } from '../../http/request/parse-input.ts'
import { readVisitorForm, withRequestFiles } from '../../http/request/parse-upload.ts'
import { buildPageUrls, isReadRequest, type ServedRequest } from '../../http/request-context.ts'
import { NO_STORE_HEADERS, pageHeaders } from '../../http/response/headers.ts'
import { createHttpResponse, type HttpResponse } from '../../http/response/http-response.ts'
import type { RouteFinder } from '../../http/served-route.ts'
import { Problem } from '../../kernel/problem.ts'
import type { RawInput } from '../../kernel/validate-input.ts'
import { HONEYPOT_FIELD } from '../../pages/honeypot.ts'
import { editSubmission, withdrawSubmission } from './edit-submission.ts'
import { checkFormToken, createFormToken } from './form-token.ts'
import { type FilledForm, findCategoryIds, readNewForm, readSubmissionState } from './read-submission.ts'
import { SUBMISSION_PATH, SUBMIT_PATH, type Submission } from './submission.ts'
import { type ParsedSubmission, parseSubmission } from './submission-form.ts'
import { buildSubmissionUrl, findSubmissionByToken } from './submission-links.ts'
import type { SubmissionPage } from './submission-page.ts'
import { submitEvent } from './submit-event.ts'

/** Without SUBMISSIONS, the paths do not exist. */
export const findSubmissionRoute: RouteFinder = (context) => {
  const { method, localizedPath } = context
  const path = `${localizedPath.path}/`.replace(/\/+$/, '/')
  const route = { kind: 'system', name: 'submission' } as const
  if (path === SUBMIT_PATH) {
    if (isReadRequest(context)) return { ...route, handle: showForm }
    return method === 'POST' ? { ...route, handle: (one) => withForm(one, receiveForm) } : undefined
  }
  if (path !== SUBMISSION_PATH) return undefined
  if (isReadRequest(context)) return { ...route, handle: showState }
  return method === 'POST' ? { ...route, handle: (one) => withForm(one, receiveChange) } : undefined
}

/** Reads a form with its files, which exist until the response is built. */
function withForm(
  context: ServedRequest,
  work: (context: ServedRequest, form: RawInput) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { app, services, request } = context
  return withRequestFiles(services, app.limits, async ({ saveFile }) =>
    work(
      context,
      isMultipart(request.headers['content-type'])
        ? await readVisitorForm(request.raw, saveFile)
        : await readBodyFields(request),
    ),
  )
}

async function showForm(context: ServedRequest): Promise<HttpResponse> {
  const { services } = context
  if (context.query['sent'] !== undefined) return renderSubmission(context, { kind: 'sent' })
  const form = await readNewForm(services, await createFormToken(services))
  return renderSubmission(context, { kind: 'new', form, hasMail: services.mailer !== undefined })
}

/** The name of the field that people do not see and programs fill in. */

async function receiveForm(context: ServedRequest, raw: RawInput): Promise<HttpResponse> {
  const { services, request, contentLanguage } = context
  const check = await checkFormToken(services, raw['form_token'])
  const parsed = await parseForm(context, raw, { hasSubmitter: true, hasImage: false })
  const repeat = async (failure: Failure) => {
    const token = check.state === 'invalid' ? await createFormToken(services) : String(raw['form_token'])
    const form = await readNewForm(services, token, fillForm(parsed, failure))
    return renderSubmission(context, { kind: 'new', form, hasMail: services.mailer !== undefined }, failure)
  }
  if (check.state === 'invalid') return repeat(createFailure('submission.failed_expired'))
  if (raw[HONEYPOT_FIELD] !== '' && raw[HONEYPOT_FIELD] !== undefined)
    return repeat(createFailure('submission.failed_honeypot'))
  if (check.state === 'early') return repeat(createFailure('submission.failed_early'))
  if (Object.keys(parsed.errors).length > 0) return repeat(INVALID)
  const { home, site } = buildPageUrls(context)
  try {
    const { values, event } = parsed
    const { ip } = request
    const token = await submitEvent(services, {
      ...{ values, event, formDigest: check.digest, ip, home, site },
      language: contentLanguage.language,
    })
    return redirect(
      context,
      token === undefined ? `${home}${SUBMIT_PATH}?sent=1` : `${buildSubmissionUrl(home, token)}&done=submitted`,
    )
  } catch (error) {
    return repeat(toFailure(error))
  }
}

async function showState(context: ServedRequest): Promise<HttpResponse> {
  const submission = await findSubmissionByToken(context.services, context.query['token'])
  return renderState(context, submission)
}

async function receiveChange(context: ServedRequest, raw: RawInput): Promise<HttpResponse> {
  const { services, request, query } = context
  const submission = await findSubmissionByToken(services, query['token'])
  if (!submission) return renderState(context, undefined)
  const { home, site } = buildPageUrls(context)
  const url = buildSubmissionUrl(home, String(query['token']))
  if (raw['action'] === 'withdraw') {
    try {
      await withdrawSubmission(services, submission, request.ip)
      return redirect(context, url)
    } catch (error) {
      return renderState(context, submission, { failure: toFailure(error) })
    }
  }
  const hasImage = raw['has_image'] === '1'
  const parsed = await parseForm(context, raw, { hasSubmitter: false, hasImage })
  if (Object.keys(parsed.errors).length > 0) return renderState(context, submission, { parsed, failure: INVALID })
  try {
    const { values, event } = parsed
    const revision = Number(raw['revision'])
    await editSubmission(services, submission, { values, event, revision, ip: request.ip, site })
    return redirect(context, `${url}&done=saved`)
  } catch (error) {
    return renderState(context, submission, { parsed, failure: toFailure(error) })
  }
}

async function parseForm(
  { services }: ServedRequest,
  raw: RawInput,
  options: { readonly hasSubmitter: boolean; readonly hasImage: boolean },
): Promise<ParsedSubmission> {
  const { database, now } = services
  const parsed = parseSubmission(raw, { ...options, now: now(), maxImageBytes: MAX_IMAGE_BYTES })
  const categories = await findCategoryIds(database.read, parsed.values.categories)
  return {
    ...parsed,
    values: { ...parsed.values, categories },
    event: { ...parsed.event, input: { ...parsed.event.input, categories: categories.map(String) } },
  }
}

/** Reasons for which a form is not accepted. */
interface Failure {
  readonly status: number
  readonly message: Phrase | undefined
  readonly errors: FilledForm['errors']
  readonly retryAfter?: number | undefined
}

const createFailure = (key: Phrase['key'], status = 400): Failure => ({ status, message: { key }, errors: {} })

/** The errors are at the fields. */
const INVALID: Failure = { status: 400, message: undefined, errors: {} }

const fillForm = ({ values, errors }: ParsedSubmission, failure: Failure): FilledForm => ({
  values,
  errors: { ...errors, ...failure.errors },
  failure: failure.message,
})

/** Rethrows errors that are not about the form. */
function toFailure(error: unknown): Failure {
  if (!(error instanceof Problem)) throw error
  const { code, details, status } = error
  if (code === 'rest_precondition_failed') return createFailure('submission.failed_changed', 409)
  if (code === 'idempotency_key_in_use') return createFailure('submission.failed_repeated', 409)
  if (code === 'too_many_requests')
    return { ...createFailure('submission.failed_limit', 429), retryAfter: details.retryAfter }
  const { image, start_date } = details.fieldErrors ?? {}
  if (code !== 'rest_invalid_param' || status !== 400 || !(image ?? start_date)) throw error
  const imageError =
    image?.kind === 'invalid' && image.message ? { key: image.message, values: image.values ?? {} } : DATE
  return { ...INVALID, errors: image ? { image: imageError } : { start_date: DATE } }
}

const DATE: Phrase = { key: 'submission.error_date' }

interface StateOptions {
  readonly parsed?: ParsedSubmission
  readonly failure?: Failure
}

async function renderState(
  context: ServedRequest,
  submission: Submission | undefined,
  { parsed, failure }: StateOptions = {},
): Promise<HttpResponse> {
  const { services, query } = context
  const done = query['done'] === 'submitted' || query['done'] === 'saved' ? query['done'] : undefined
  // The event was changed by an editor: the submitter sees the new state, not the own changes.
  const isStale = failure?.status === 409
  const filled = parsed && failure && !isStale ? fillForm(parsed, failure) : undefined
  const state =
    submission &&
    (await readSubmissionState(services, submission, buildPageUrls(context), {
      ...{ token: String(query['token']), done: failure ? undefined : done, filled },
    }))
  if (!state) return renderSubmission(context, { kind: 'unknown' }, { ...INVALID, status: 404 })
  const message = failure && !filled ? failure.message : undefined
  const form = state.form && message ? { ...state.form, failure: message } : state.form
  return renderSubmission(context, { kind: 'state', state: { ...state, form } }, failure)
}

function renderSubmission(context: ServedRequest, page: SubmissionPage, failure?: Failure): HttpResponse {
  const { app, services, contentLanguage } = context
  const locale = { language: contentLanguage.language, urls: buildPageUrls(context) }
  const rendered = app.host.pageRenderer.renderSubmission(services, locale, page)
  const { retryAfter } = failure ?? {}
  return createHttpResponse({
    status: failure?.status ?? rendered.status,
    headers: {
      ...NO_STORE_HEADERS,
      ...pageHeaders(contentLanguage),
      ...rendered.headers,
      'referrer-policy': 'no-referrer',
      ...(page.kind !== 'new' && { 'x-robots-tag': 'noindex' }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    contentType: 'text/html; charset=UTF-8',
    body: createFragment(rendered.text),
    isRead: false,
  })
}

const redirect = ({ contentLanguage }: ServedRequest, url: string): HttpResponse =>
  createHttpResponse({
    status: 303,
    headers: {
      ...NO_STORE_HEADERS,
      ...pageHeaders(contentLanguage),
      location: url,
      'referrer-policy': 'no-referrer',
    },
    contentType: 'text/html; charset=UTF-8',
    body: createFragment(''),
    isRead: false,
  })
