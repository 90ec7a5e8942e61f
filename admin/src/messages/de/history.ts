export const messages = {
  history: {
    title: 'Verlauf',
    back: 'Zurück zum Eintrag',
    empty: 'Es wurden keine Änderungen aufgezeichnet.',
    older: 'Ältere Änderungen',
    system: 'System',
    restore: 'Wiederherstellen',
    restore_label: 'Stand vom %{date} wiederherstellen',
    restore_question:
      'Stand vom %{date} wiederherstellen? Spätere Änderungen werden zurückgenommen, bleiben aber im Verlauf.',
    restored: 'Der frühere Stand wurde wiederhergestellt.',
    actions: {
      create: 'angelegt',
      update: 'geändert',
      trash: 'in den Papierkorb gelegt',
      delete: 'gelöscht',
      merge: 'mit anderen zusammengeführt',
      return: 'zurückgegeben',
    },
    fields: {
      review_note: 'Grund',
      merged: 'Zusammengeführt',
      status: 'Status',
    },
  },
}
