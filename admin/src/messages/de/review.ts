export const messages = {
  review: {
    title: 'Prüfung',
    lists: {
      pending: 'Wartet auf Prüfung',
      scheduled: 'Erscheint innerhalb einer Woche',
      returned: 'Zurückgegeben',
    },
    empty: {
      pending: 'Nichts wartet.',
      scheduled: 'Nichts ist geplant.',
      returned: 'Nichts wurde zurückgegeben.',
    },
    kinds: {
      event: 'Veranstaltung',
      venue: 'Veranstaltungsort',
      organizer: 'Veranstalter',
    },
    starts: 'Beginn %{date}',
    published_at: 'Erscheint %{date}',
    publish: 'Veröffentlichen',
    published: '„%{title}“ wurde veröffentlicht',
    return: 'Zurückgeben',
    return_title: '„%{title}“ zurückgeben',
    returned: '„%{title}“ wurde zurückgegeben',
    reason: 'Grund',
    reason_help: 'Der Autor sieht ihn. Was muss geändert werden?',
    notes: '%{smart_count} Notiz |||| %{smart_count} Notizen',
    note: 'Notiz',
    add_note: 'Notiz hinzufügen',
    mails: 'E-Mails über Prüfungen an mich senden',
  },
}
