export const messages = {
  trash: {
    title: 'Cestino',
    events: 'Eventi',
    venues: 'Luoghi',
    organizers: 'Organizzatori',
    deleted: 'Spostato nel cestino',
    restore: 'Ripristina',
    restored: '%{smart_count} record ripristinato |||| %{smart_count} record ripristinati',
    delete: 'Elimina definitivamente',
    delete_question:
      'Eliminare definitivamente %{smart_count} record? L’operazione è irreversibile. |||| Eliminare definitivamente %{smart_count} record? L’operazione è irreversibile.',
    deleted_permanently: '%{smart_count} record eliminato |||| %{smart_count} record eliminati',
  },
}
