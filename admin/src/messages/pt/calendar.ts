export const messages = {
  calendar: {
    previous: 'Período anterior',
    next: 'Período seguinte',
    today: 'Hoje',
    view: 'Vista',
    name: 'Calendário',
    move: 'Mover',
    moved: 'Movido: %{title}',
    start: 'Início',
    end: 'Fim',
    scope: 'Eventos da série a mover',
    truncated: 'São mostrados %{shown} de %{total} eventos. Use filtros para ver os outros.',
    views: {
      month: 'Mês',
      week: 'Semana',
    },
    statuses: {
      publish: 'Publicados',
      draft: 'Rascunhos',
      pending: 'Pendentes',
    },
  },
}
