import type { enViews } from './en-views.ts'

export const itViews: Readonly<Record<keyof typeof enViews, string>> = {
  'page.more_views': 'Altro',
  'page.view_photo': 'Foto',
  'page.view_summary': 'Riepilogo',
  'page.upcoming_photo': 'Prossimi eventi in immagini',
  'page.upcoming_summary': 'Prossimi eventi in sintesi',
  'page.show_day': 'Mostra tutto il giorno',
  'page.days_with_events': 'Giorni con eventi',
}
