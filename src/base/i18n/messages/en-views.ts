/** Texts of the views of the calendar. */
export const enViews = {
  'page.more_views': 'More',
  'page.view_photo': 'Photos',
  'page.view_summary': 'Summary',
  'page.upcoming_photo': 'Upcoming events in pictures',
  'page.upcoming_summary': 'Upcoming events at a glance',
  'page.show_day': 'Show the whole day',
  'page.days_with_events': 'Days with events',
} as const
