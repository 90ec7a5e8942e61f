export const messages = {
  history: {
    title: 'Geschiedenis',
    back: 'Terug naar het item',
    empty: 'Geen wijzigingen vastgelegd.',
    older: 'Oudere wijzigingen',
    system: 'Systeem',
    restore: 'Herstellen',
    restore_label: 'Toestand van %{date} herstellen',
    restore_question:
      'De toestand van %{date} herstellen? Latere wijzigingen worden teruggedraaid, maar blijven in de geschiedenis.',
    restored: 'De eerdere toestand is hersteld.',
    actions: {
      create: 'aangemaakt',
      update: 'gewijzigd',
      trash: 'naar de prullenbak verplaatst',
      delete: 'verwijderd',
      merge: 'samengevoegd met andere',
      return: 'teruggestuurd',
    },
    fields: {
      review_note: 'Reden',
      merged: 'Samengevoegd',
      status: 'Status',
    },
  },
}
