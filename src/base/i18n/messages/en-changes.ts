/** Errors and descriptions of the list of changes and the event stream. */
export const enChanges = {
  'error.cursor-expired':
    'The cursor cannot be continued. Request the changes without a cursor, and replace your copy.',
  'hint.cursor': 'Expected the cursor of an earlier response.',
  'changes.since': 'Cursor of an earlier response; without it, the response begins with all records',
  'changes.kinds': 'Only records of these kinds',
  'changes.include': 'records: changes contain the records, and not only their IDs',
  'changes.wait': 'Seconds to wait for a change if there is none',
  'view.changes': 'Changed records, each once, in the order of their last changes',
  'view.change_kind': 'Kind of the record',
  'view.change_deleted':
    'Whether you may no longer see the record, or it no longer matches the filters. Delete your copy, if you have one',
  'view.change_record': 'The current record, as in a request by its ID; with include=records',
  'view.changes_cursor': 'Cursor for the next request',
  'view.changes_has_more': 'Whether there are more changes. Continue at once',
  'operation.listChanges':
    'List records that have changed since a cursor, including deleted ones; at first, all records',
  'operation.streamChanges': 'Stream changes as server-sent events. Last-Event-ID or since resumes the stream',
  'page.updated': 'This page has changed.',
  'page.show_update': 'Show changes',
} as const
