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
    scopes: {
      this: 'Apenas este evento',
      following: 'Este evento e os seguintes',
      all: 'Todos os eventos da série',
    },
    statuses: {
      publish: 'Publicados',
      draft: 'Rascunhos',
      pending: 'Pendentes',
    },
  },
}
