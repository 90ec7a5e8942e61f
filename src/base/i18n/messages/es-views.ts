import type { enViews } from './en-views.ts'

export const esViews: Readonly<Record<keyof typeof enViews, string>> = {
  'page.more_views': 'Más',
  'page.view_photo': 'Fotos',
  'page.view_summary': 'Resumen',
  'page.upcoming_photo': 'Próximos eventos en imágenes',
  'page.upcoming_summary': 'Próximos eventos de un vistazo',
  'page.show_day': 'Ver el día completo',
  'page.days_with_events': 'Días con eventos',
}
