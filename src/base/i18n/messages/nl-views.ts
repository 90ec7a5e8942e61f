import type { enViews } from './en-views.ts'

export const nlViews: Readonly<Record<keyof typeof enViews, string>> = {
  'page.more_views': 'Meer',
  'page.view_photo': 'Foto’s',
  'page.view_summary': 'Overzicht',
  'page.upcoming_photo': 'Komende evenementen in beeld',
  'page.upcoming_summary': 'Komende evenementen in één oogopslag',
  'page.show_day': 'Hele dag tonen',
  'page.days_with_events': 'Dagen met evenementen',
}
