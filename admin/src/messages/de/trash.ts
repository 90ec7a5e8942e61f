export const messages = {
  trash: {
    title: 'Papierkorb',
    events: 'Veranstaltungen',
    venues: 'Veranstaltungsorte',
    organizers: 'Veranstalter',
    deleted: 'Gelöscht',
    restore: 'Wiederherstellen',
    restored: '%{smart_count} Eintrag wiederhergestellt |||| %{smart_count} Einträge wiederhergestellt',
    delete: 'Endgültig löschen',
    delete_question:
      '%{smart_count} Eintrag endgültig löschen? Das kann nicht rückgängig gemacht werden. |||| %{smart_count} Einträge endgültig löschen? Das kann nicht rückgängig gemacht werden.',
    deleted_permanently: '%{smart_count} Eintrag gelöscht |||| %{smart_count} Einträge gelöscht',
  },
}
