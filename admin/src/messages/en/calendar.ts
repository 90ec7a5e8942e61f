export const messages = {
  calendar: {
    previous: 'Previous period',
    next: 'Next period',
    today: 'Today',
    view: 'View',
    name: 'Calendar',
    move: 'Move',
    moved: 'Moved: %{title}',
    start: 'Start',
    end: 'End',
    scope: 'Events of the series to move',
    truncated: '%{shown} of %{total} events are shown. Use filters to see the others.',
    views: {
      month: 'Month',
      week: 'Week',
    },
    statuses: {
      publish: 'Published',
      draft: 'Drafts',
      pending: 'Pending',
    },
  },
}
