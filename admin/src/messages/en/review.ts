export const messages = {
  review: {
    title: 'Review',
    lists: {
      pending: 'Waiting for review',
      scheduled: 'Published within a week',
      returned: 'Returned',
    },
    empty: {
      pending: 'Nothing is waiting.',
      scheduled: 'Nothing is scheduled.',
      returned: 'Nothing was returned.',
    },
    kinds: {
      event: 'Event',
      venue: 'Venue',
      organizer: 'Organizer',
    },
    starts: 'Starts %{date}',
    published_at: 'Published %{date}',
    publish: 'Publish',
    published: '"%{title}" was published',
    return: 'Return',
    return_title: 'Return "%{title}"',
    returned: '"%{title}" was returned',
    reason: 'Reason',
    reason_help: 'The author sees it. What has to be changed?',
    notes: '%{smart_count} note |||| %{smart_count} notes',
    note: 'Note',
    add_note: 'Add note',
    mails: 'Send me mails about reviews',
  },
}
