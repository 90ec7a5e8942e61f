import type { enViews } from './en-views.ts'

export const frViews: Readonly<Record<keyof typeof enViews, string>> = {
  'page.more_views': 'Plus',
  'page.view_photo': 'Photos',
  'page.view_summary': 'Résumé',
  'page.upcoming_photo': 'Événements à venir en images',
  'page.upcoming_summary': 'Événements à venir en un coup d’œil',
  'page.show_day': 'Voir toute la journée',
  'page.days_with_events': 'Jours avec des événements',
}
