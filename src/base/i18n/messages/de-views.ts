import type { enViews } from './en-views.ts'

export const deViews: Readonly<Record<keyof typeof enViews, string>> = {
  'page.more_views': 'Mehr',
  'page.view_photo': 'Fotos',
  'page.view_summary': 'Übersicht',
  'page.upcoming_photo': 'Bevorstehende Veranstaltungen in Bildern',
  'page.upcoming_summary': 'Bevorstehende Veranstaltungen im Überblick',
  'page.show_day': 'Ganzen Tag anzeigen',
  'page.days_with_events': 'Tage mit Veranstaltungen',
}
