/** Errors and descriptions of retries, batches, dry runs and the trash. */
export const enRetries = {
  'error.idempotency_key_invalid': 'Idempotency-Key must have 1 to 255 characters.',
  'error.idempotency_key_reused': 'This Idempotency-Key was already used for a request with different input.',
  'error.idempotency_key_in_use': 'A request with this Idempotency-Key is in progress.',
  'error.idempotency_response_not_stored':
    'This request was executed before. Its response contained credentials, so it was not stored.',
  'error.dry_run_unsupported': 'This operation does not support dry_run.',
  'error.batch_failed': 'Request {number} of the batch failed, so nothing was changed.',
  'error.batch_not_atomic': 'This request cannot be part of an atomic batch.',
  'error.batch_nested': 'A batch cannot contain a batch or a request that waits for changes.',
  'error.batch_response_too_large':
    'The request was not executed, because the earlier responses of the batch are too large.',
  'error.transaction_too_large':
    'The transaction would contain more than {changes} changes, or take longer than {seconds} seconds. Send fewer requests at once.',
  'error.image_not_in_library': 'In an atomic batch, the image must already be in the media library.',
  'error.unknown_parameter': 'Unknown parameter.',
  'error.record-not-in-trash': 'The record is not in the trash.',
  'batch.requests': 'Requests in the order of their execution, at most 100',
  'batch.atomic': 'Whether the requests are one transaction: if one fails, none changes anything',
  'batch.method': 'HTTP method',
  'batch.path': 'Path below the URL of the API, with its query, such as /events/7?_fields=id',
  'batch.headers': 'Headers of the request or of its response. Credentials are those of the batch',
  'batch.body': 'JSON body of the request or of its response',
  'batch.responses': 'Responses in the order of the requests',
  'hint.batch_requests':
    'Expected a list of 1 to {limit} requests, each with method, path, and optionally headers and body.',
  'hint.unknown_parameter': 'The endpoint has no parameter of this name.',
  'field.permanent': 'Delete permanently instead of moving to the trash; for administrators and editors',
  'parameter.strict': 'Whether an unknown parameter is an error, as with Prefer: handling=strict',
  'parameter.dry_run':
    'Whether to execute the request without saving anything; the response is the one that it would get',
  'header.idempotency_key':
    'Unique key of this write. A repeated request with the same key and input gets the first response for 24 hours',
  'answer.409': 'The state of the record does not allow this',
  'answer.422': 'The Idempotency-Key was used for other input',
  'operation.runBatch': 'Send up to 100 requests at once, one by one or as one transaction',
  'operation.restoreEvent': 'Restore an event from the trash',
  'operation.restoreEventBySlug': 'Restore an event from the trash, by its slug',
  'operation.restoreVenue': 'Restore a venue from the trash',
  'operation.restoreVenueBySlug': 'Restore a venue from the trash, by its slug',
  'operation.restoreOrganizer': 'Restore an organizer from the trash',
  'operation.restoreOrganizerBySlug': 'Restore an organizer from the trash, by its slug',
} as const
