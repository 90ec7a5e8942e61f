import type { enViews } from './en-views.ts'

export const ptViews: Readonly<Record<keyof typeof enViews, string>> = {
  'page.more_views': 'Mais',
  'page.view_photo': 'Fotos',
  'page.view_summary': 'Resumo',
  'page.upcoming_photo': 'Próximos eventos em imagens',
  'page.upcoming_summary': 'Próximos eventos em resumo',
  'page.show_day': 'Ver o dia inteiro',
  'page.days_with_events': 'Dias com eventos',
}
