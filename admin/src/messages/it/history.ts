export const messages = {
  history: {
    title: 'Cronologia',
    back: 'Torna al record',
    empty: 'Nessuna modifica registrata.',
    older: 'Modifiche precedenti',
    system: 'Sistema',
    restore: 'Ripristina',
    restore_label: 'Ripristina lo stato del %{date}',
    restore_question:
      'Ripristinare lo stato del %{date}? Le modifiche successive vengono annullate, ma restano nella cronologia.',
    restored: 'Lo stato precedente è stato ripristinato.',
    actions: {
      create: 'creato',
      update: 'modificato',
      trash: 'spostato nel cestino',
      delete: 'eliminato',
      merge: 'unito con altri',
      return: 'restituito',
    },
    fields: {
      review_note: 'Motivo',
      merged: 'Uniti',
      status: 'Stato',
    },
  },
}
