import type { MessageKey } from '../base/i18n/messages/catalog.ts'
import type { Phrase } from '../base/i18n/translate.ts'

/**
 * Every error that a client may receive: its status, and its message key where that is not `error.{code}`
 * (wire-contract §3).
 */
const PROBLEMS = {
  internal_server_error: { status: 500 },
  overloaded: { status: 503 },
  storage_full: { status: 503 },
  database_unavailable: { status: 503 },
  database_unreachable: { status: 503 },
  database_locked: { status: 503 },
  media_unavailable: { status: 503 },
  rest_precondition_failed: { status: 412 },
  request_too_large: { status: 413 },
  request_incomplete: { status: 400 },
  request_malformed: { status: 400 },
  forwarded_address_invalid: { status: 400 },
  not_an_event_stream: { status: 400 },
  request_too_complex: { status: 400 },
  request_headers_too_large: { status: 431 },
  request_timeout: { status: 408 },
  too_many_requests: { status: 429 },
  too_many_sign_ins: { status: 429 },
  sign_ins_busy: { status: 429 },
  too_many_password_attempts: { status: 429 },
  rest_no_route: { status: 404 },
  rest_invalid_namespace: { status: 404 },
  rest_forbidden: { status: 403 },
  rest_missing_callback_param: { status: 400 },
  rest_invalid_param: { status: 400 },
  'media-not-found': { status: 404 },
  'media-archive-page-not-found': { status: 404 },
  rest_upload_no_data: { status: 400 },
  rest_upload_no_content_disposition: { status: 400 },
  rest_cannot_create: { status: 403 },
  rest_cannot_edit: { status: 403 },
  rest_cannot_update: { status: 403 },
  rest_forbidden_context: { status: 403 },
  rest_term_invalid: { status: 404 },
  oembed_invalid_url: { status: 404 },
  rest_cannot_delete: { status: 403 },
  rest_post_invalid_id: { status: 404 },
  rest_post_invalid_page_number: { status: 400 },
  rest_already_trashed: { status: 410 },
  rest_post_incorrect_password: { status: 403 },
  rest_user_cannot_view: { status: 403 },
  rest_type_invalid: { status: 404 },
  rest_taxonomy_invalid: { status: 404 },
  rest_status_invalid: { status: 404 },
  rest_cannot_read_status: { status: 403 },
  rest_cannot_view: { status: 403 },
  rest_trash_not_supported: { status: 501 },
  rest_invalid_json: { status: 400 },
  rest_callback_invalid: { status: 400 },
  rest_not_logged_in: { status: 401 },
  account_link_invalid: { status: 404 },
  cross_origin_request: { status: 403 },
  mail_unavailable: { status: 503 },
  second_factor_required: { status: 401 },
  second_factor_wrong: { status: 401 },
  totp_enabled: { status: 403 },
  passkey_invalid: { status: 401 },
  passkey_not_found: { status: 404 },
  last_administrator: { status: 403 },
  rest_session_not_found: { status: 404 },
  rest_user_invalid_id: { status: 404 },
  rest_application_password_not_found: { status: 404 },
  rest_no_authenticated_app_password: { status: 404 },
  rest_cannot_list_application_passwords: { status: 403 },
  rest_cannot_create_application_passwords: { status: 403 },
  rest_cannot_read_application_password: { status: 403 },
  rest_cannot_edit_application_password: { status: 403 },
  rest_cannot_delete_application_password: { status: 403 },
  rest_cannot_delete_application_passwords: { status: 403 },
  rest_cannot_introspect_app_password_for_non_authenticated_user: { status: 403 },
  incorrect_password: { status: 401 },
  invalid_username: { status: 401 },
  invalid_email: { status: 401 },
  rest_cookie_invalid_nonce: { status: 403 },
  term_exists: { status: 400 },
  rest_taxonomy_not_hierarchical: { status: 400 },
  'rest-event-not-found': { status: 404 },
  'rest-invalid-event-id': { status: 400 },
  'event-no-longer-available': { status: 403 },
  'event-not-accessible': { status: 403 },
  'event-password-protected': { status: 403 },
  'external-id-not-found': { status: 404 },
  'event-is-in-trash': { status: 410 },
  'event-not-in-series': { status: 400 },
  'series-not-found': { status: 404 },
  'series-archive-page-not-found': { status: 404 },
  'event-archive-page-not-found': { status: 404 },
  'venue-not-accessible': { status: 403 },
  'venue-is-in-trash': { status: 410 },
  'venue-archive-page-not-found': { status: 404 },
  'could-not-create-venue': { status: 400 },
  'organizer-not-accessible': { status: 403 },
  'organizer-is-in-trash': { status: 410 },
  'series-is-in-trash': { status: 410 },
  'organizer-archive-page-not-found': { status: 404 },
  'could-not-create-organizer': { status: 400 },
  'record-not-in-trash': { status: 409 },
  'record-not-pending': { status: 409 },
  idempotency_key_invalid: { status: 400 },
  idempotency_key_reused: { status: 422 },
  idempotency_key_in_use: { status: 409 },
  idempotency_response_not_stored: { status: 409 },
  dry_run_unsupported: { status: 400 },
  batch_failed: { status: 400 },
  batch_not_atomic: { status: 400 },
  batch_nested: { status: 400 },
  batch_response_too_large: { status: 413 },
  transaction_too_large: { status: 413 },
  'cursor-expired': { status: 410 },
  'history-not-found': { status: 404 },
  'history-page-not-found': { status: 404 },
  'source-not-found': { status: 404 },
  'source-run-not-found': { status: 404 },
  'source-run-page-not-found': { status: 404 },
  'import-not-found': { status: 404 },
  'import-page-not-found': { status: 404 },
  'import-busy': { status: 409 },
  'import-not-runnable': { status: 409 },
  'import-not-undoable': { status: 409 },
  setup_closed: { status: 403 },
  setup_token_invalid: { status: 403 },
  sample_exists: { status: 409 },
  'custom-field-not-found': { status: 404 },
  'webhook-not-found': { status: 404 },
  'webhook-disabled': { status: 400 },
  'delivery-not-found': { status: 404 },
  'delivery-page-not-found': { status: 404 },
} as const satisfies Record<string, { status: number }>

export type ProblemCode = keyof typeof PROBLEMS

/** Codes of a status, for the API documents. `rest_forbidden` has two statuses, see `forbidden`. */
export function findProblemCodes(status: number): readonly string[] {
  const entries = Object.entries(PROBLEMS).filter(([, entry]) => entry.status === status)
  return [...entries.map(([code]) => code), ...(status === 401 ? ['rest_forbidden'] : [])]
}

/** Error of one parameter: `invalid` for a bad value, `type` for a value of the wrong type (wire-contract §5). */
export type FieldError = InvalidValue | { readonly kind: 'type'; readonly type: string }

interface InvalidValue {
  readonly kind: 'invalid'
  /** Message instead of "Invalid parameter." */
  readonly message?: MessageKey
  readonly values?: Readonly<Record<string, string>>
  /** Text of the hint, when the description of allowed values does not explain the error. */
  readonly hint?: Phrase
}

export interface ProblemDetails {
  /** Overrides the status of the code: `rest_forbidden` is 401 for anonymous viewers. */
  readonly status?: number
  /** Message instead of `error.{code}`. */
  readonly message?: MessageKey
  /** Values for the placeholders of the message. */
  readonly values?: Readonly<Record<string, string>>
  /** Further keys of `data`. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Invalid parameters of `rest_invalid_param`. */
  readonly fieldErrors?: Readonly<Record<string, FieldError>>
  /** For each invalid parameter: the received value, if it may be shown, and the allowed values. */
  readonly hints?: Readonly<Record<string, readonly Phrase[]>>
  /** Sibling of `data`, only in `term_exists`. */
  readonly additional?: readonly unknown[]
  /** Seconds to wait, sent as `Retry-After`. */
  readonly retryAfter?: number
}

/**
 * An error that is reported to the client; created by `problem` and `createInvalidParams`. The only class in the code
 * base.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly details: ProblemDetails

  constructor(code: ProblemCode, facts: ProblemDetails) {
    super(code)
    this.code = code
    this.status = facts.status ?? PROBLEMS[code].status
    this.details = facts
  }
}

export function problem(code: ProblemCode, details: ProblemDetails = {}): Problem {
  return new Problem(code, details)
}

/** `rest_invalid_param` with the error of each parameter. */
export function createInvalidParams(fieldErrors: Readonly<Record<string, FieldError>>): Problem {
  return new Problem('rest_invalid_param', { fieldErrors, values: { names: Object.keys(fieldErrors).join(', ') } })
}

/** The generic error "Invalid parameter." */
export const INVALID_VALUE: FieldError = { kind: 'invalid' }

/** A value that only other users may set. */
export const NOT_PERMITTED: FieldError = { kind: 'invalid', hint: { key: 'hint.not_permitted' } }
