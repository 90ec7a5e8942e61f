export const messages = {
  trash: {
    title: 'Papelera',
    events: 'Eventos',
    venues: 'Recintos',
    organizers: 'Organizadores',
    deleted: 'Enviado a la papelera',
    restore: 'Restaurar',
    restored: '%{smart_count} registro restaurado |||| %{smart_count} registros restaurados',
    delete: 'Eliminar definitivamente',
    delete_question:
      '¿Eliminar %{smart_count} registro definitivamente? No se puede deshacer. |||| ¿Eliminar %{smart_count} registros definitivamente? No se puede deshacer.',
    deleted_permanently: '%{smart_count} registro eliminado |||| %{smart_count} registros eliminados',
  },
}
