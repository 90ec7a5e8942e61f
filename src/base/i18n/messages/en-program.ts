/** Texts of bulk changes, copies and the filters of the table of events. */
export const enProgram = {
  'error.not_combined': 'This field cannot be combined with {names}.',
  'error.too_many_copies': 'More than {limit} events are selected. Copy a shorter period.',
  'error.copy_selection': 'Without include, the first and the last day to copy are required.',
  'event.shift_days':
    'Moves the event by this number of days at the same wall time, back if negative; not together with dates',
  'event.categories_add': 'IDs of categories to add; not together with categories',
  'event.categories_remove': 'IDs of categories to remove; not together with categories',
  'list.author': 'Only events of these authors, by ID of the user',
  'list.has_image': 'true: only events with an image; false: only events without',
  'list.has_venue': 'true: only events with a venue; false: only events without',
  'copy.start_date': 'First day: events that start from this day on are copied',
  'copy.end_date': 'Last day: events that start until this day are copied',
  'copy.include': 'IDs of the events to copy, instead of a period',
  'copy.exclude': 'IDs of events that are not copied',
  'copy.days': 'Number of days between an event and its copy, at the same wall time; 7 for the next week',
  'copy.status': 'Status of the copies; draft by default',
  'copy.occurrences':
    'Whether events of series are copied too; false by default, because series create their own events',
  'operation.copyEvents': 'Copy the events of a period to other days',
  'operation.listEventAuthors': 'List the authors of events, for the filter by author',
  'view.copy_source': 'ID of the event that was copied',
  'view.copies': 'The copies, in the order of their start',
  'view.copies_skipped': 'Events that were not copied, because an event with the same title and start exists',
  'view.copies_total': 'Number of copies',
  'view.authors': 'Users with events',
  'view.author_name': 'Name of the user, or the login of a user without a name',
} as const
