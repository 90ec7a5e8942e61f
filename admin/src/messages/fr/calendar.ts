export const messages = {
  calendar: {
    previous: 'Période précédente',
    next: 'Période suivante',
    today: 'Aujourd’hui',
    view: 'Vue',
    name: 'Calendrier',
    move: 'Déplacer',
    moved: 'Déplacé : %{title}',
    start: 'Début',
    end: 'Fin',
    scope: 'Évènements de la série à déplacer',
    truncated: '%{shown} évènements sur %{total} sont affichés. Utilisez des filtres pour voir les autres.',
    views: {
      month: 'Mois',
      week: 'Semaine',
    },
    statuses: {
      publish: 'Publiés',
      draft: 'Brouillons',
      pending: 'En attente',
    },
  },
}
