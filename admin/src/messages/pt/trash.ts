export const messages = {
  trash: {
    title: 'Lixo',
    events: 'Eventos',
    venues: 'Locais',
    organizers: 'Organizadores',
    deleted: 'Movido para o lixo',
    restore: 'Restaurar',
    restored: '%{smart_count} registo restaurado |||| %{smart_count} registos restaurados',
    delete: 'Eliminar definitivamente',
    delete_question:
      'Eliminar %{smart_count} registo definitivamente? Não é possível desfazer. |||| Eliminar %{smart_count} registos definitivamente? Não é possível desfazer.',
    deleted_permanently: '%{smart_count} registo eliminado |||| %{smart_count} registos eliminados',
  },
}
