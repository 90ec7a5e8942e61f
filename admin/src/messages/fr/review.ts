export const messages = {
  review: {
    title: 'Relecture',
    lists: {
      pending: 'En attente de relecture',
      scheduled: 'Publié dans la semaine',
      returned: 'Renvoyé',
    },
    empty: {
      pending: 'Rien n’est en attente.',
      scheduled: 'Rien n’est planifié.',
      returned: 'Rien n’a été renvoyé.',
    },
    kinds: {
      event: 'Événement',
      venue: 'Lieu',
      organizer: 'Organisateur',
    },
    starts: 'Débute %{date}',
    published_at: 'Publié %{date}',
    publish: 'Publier',
    published: '« %{title} » a été publié',
    return: 'Renvoyer',
    return_title: 'Renvoyer « %{title} »',
    returned: '« %{title} » a été renvoyé',
    reason: 'Motif',
    reason_help: 'L’auteur le voit. Que faut-il changer ?',
    notes: '%{smart_count} note |||| %{smart_count} notes',
    note: 'Note',
    add_note: 'Ajouter une note',
    mails: 'M’envoyer des e-mails sur les relectures',
  },
}
