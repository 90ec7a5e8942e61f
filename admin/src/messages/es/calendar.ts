export const messages = {
  calendar: {
    previous: 'Período anterior',
    next: 'Período siguiente',
    today: 'Hoy',
    view: 'Vista',
    name: 'Calendario',
    move: 'Mover',
    moved: 'Movido: %{title}',
    start: 'Inicio',
    end: 'Fin',
    scope: 'Eventos de la serie que se mueven',
    truncated: 'Se muestran %{shown} de %{total} eventos. Use filtros para ver los demás.',
    views: {
      month: 'Mes',
      week: 'Semana',
    },
    statuses: {
      publish: 'Publicados',
      draft: 'Borradores',
      pending: 'Pendientes',
    },
  },
}
