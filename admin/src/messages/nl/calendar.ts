export const messages = {
  calendar: {
    previous: 'Vorige periode',
    next: 'Volgende periode',
    today: 'Vandaag',
    view: 'Weergave',
    name: 'Kalender',
    move: 'Verplaatsen',
    moved: 'Verplaatst: %{title}',
    start: 'Begin',
    end: 'Einde',
    scope: 'Te verplaatsen evenementen van de reeks',
    truncated: '%{shown} van %{total} evenementen worden getoond. Gebruik filters om de andere te zien.',
    views: {
      month: 'Maand',
      week: 'Week',
    },
    statuses: {
      publish: 'Gepubliceerd',
      draft: 'Concepten',
      pending: 'In afwachting',
    },
  },
}
