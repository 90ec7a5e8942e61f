export const messages = {
  review: {
    title: 'Beoordeling',
    lists: {
      pending: 'Wacht op beoordeling',
      scheduled: 'Verschijnt binnen een week',
      returned: 'Teruggestuurd',
    },
    empty: {
      pending: 'Er wacht niets.',
      scheduled: 'Er is niets gepland.',
      returned: 'Er is niets teruggestuurd.',
    },
    kinds: {
      event: 'Evenement',
      venue: 'Locatie',
      organizer: 'Organisator',
    },
    starts: 'Begint %{date}',
    published_at: 'Verschijnt %{date}',
    publish: 'Publiceren',
    published: '‘%{title}’ is gepubliceerd',
    return: 'Terugsturen',
    return_title: '‘%{title}’ terugsturen',
    returned: '‘%{title}’ is teruggestuurd',
    reason: 'Reden',
    reason_help: 'De auteur ziet dit. Wat moet anders?',
    notes: '%{smart_count} notitie |||| %{smart_count} notities',
    note: 'Notitie',
    add_note: 'Notitie toevoegen',
    mails: 'Stuur mij e-mails over beoordelingen',
  },
}
