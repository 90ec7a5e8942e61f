export const messages = {
  review: {
    title: 'Revisão',
    lists: {
      pending: 'Aguarda revisão',
      scheduled: 'Publicado dentro de uma semana',
      returned: 'Devolvido',
    },
    empty: {
      pending: 'Nada em espera.',
      scheduled: 'Nada agendado.',
      returned: 'Nada foi devolvido.',
    },
    kinds: {
      event: 'Evento',
      venue: 'Local',
      organizer: 'Organizador',
    },
    starts: 'Começa %{date}',
    published_at: 'Publicado %{date}',
    publish: 'Publicar',
    published: '“%{title}” foi publicado',
    return: 'Devolver',
    return_title: 'Devolver “%{title}”',
    returned: '“%{title}” foi devolvido',
    reason: 'Motivo',
    reason_help: 'O autor vê-o. O que tem de ser alterado?',
    notes: '%{smart_count} nota |||| %{smart_count} notas',
    note: 'Nota',
    add_note: 'Adicionar nota',
    mails: 'Enviar-me e-mails sobre revisões',
  },
}
