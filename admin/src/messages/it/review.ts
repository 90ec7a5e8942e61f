export const messages = {
  review: {
    title: 'Revisione',
    lists: {
      pending: 'In attesa di revisione',
      scheduled: 'Pubblicato entro una settimana',
      returned: 'Restituito',
    },
    empty: {
      pending: 'Nulla in attesa.',
      scheduled: 'Nulla di pianificato.',
      returned: 'Nulla è stato restituito.',
    },
    kinds: {
      event: 'Evento',
      venue: 'Luogo',
      organizer: 'Organizzatore',
    },
    starts: 'Inizia %{date}',
    published_at: 'Pubblicato %{date}',
    publish: 'Pubblica',
    published: '«%{title}» è stato pubblicato',
    return: 'Restituisci',
    return_title: 'Restituisci «%{title}»',
    returned: '«%{title}» è stato restituito',
    reason: 'Motivo',
    reason_help: 'L’autore lo vede. Che cosa va cambiato?',
    notes: '%{smart_count} nota |||| %{smart_count} note',
    note: 'Nota',
    add_note: 'Aggiungi nota',
    mails: 'Inviami e-mail sulle revisioni',
  },
}
