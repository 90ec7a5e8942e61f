export const messages = {
  calendar: {
    previous: 'Periodo precedente',
    next: 'Periodo successivo',
    today: 'Oggi',
    view: 'Vista',
    name: 'Calendario',
    move: 'Sposta',
    moved: 'Spostato: %{title}',
    start: 'Inizio',
    end: 'Fine',
    scope: 'Eventi della serie da spostare',
    truncated: 'Sono mostrati %{shown} eventi su %{total}. Usa i filtri per vedere gli altri.',
    views: {
      month: 'Mese',
      week: 'Settimana',
    },
    statuses: {
      publish: 'Pubblicati',
      draft: 'Bozze',
      pending: 'In attesa',
    },
  },
}
