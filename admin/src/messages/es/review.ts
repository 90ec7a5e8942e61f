export const messages = {
  review: {
    title: 'Revisión',
    lists: {
      pending: 'Pendiente de revisión',
      scheduled: 'Se publica en una semana',
      returned: 'Devuelto',
    },
    empty: {
      pending: 'No hay nada pendiente.',
      scheduled: 'No hay nada programado.',
      returned: 'No se ha devuelto nada.',
    },
    kinds: {
      event: 'Evento',
      venue: 'Recinto',
      organizer: 'Organizador',
    },
    starts: 'Empieza %{date}',
    published_at: 'Se publica %{date}',
    publish: 'Publicar',
    published: '«%{title}» se ha publicado',
    return: 'Devolver',
    return_title: 'Devolver «%{title}»',
    returned: '«%{title}» se ha devuelto',
    reason: 'Motivo',
    reason_help: 'El autor lo ve. ¿Qué hay que cambiar?',
    notes: '%{smart_count} nota |||| %{smart_count} notas',
    note: 'Nota',
    add_note: 'Añadir nota',
    mails: 'Enviarme correos sobre revisiones',
  },
}
