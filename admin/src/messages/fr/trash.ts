export const messages = {
  trash: {
    title: 'Corbeille',
    events: 'Événements',
    venues: 'Lieux',
    organizers: 'Organisateurs',
    deleted: 'Mis à la corbeille',
    restore: 'Restaurer',
    restored: '%{smart_count} élément restauré |||| %{smart_count} éléments restaurés',
    delete: 'Supprimer définitivement',
    delete_question:
      'Supprimer définitivement %{smart_count} élément ? C’est irréversible. |||| Supprimer définitivement %{smart_count} éléments ? C’est irréversible.',
    deleted_permanently: '%{smart_count} élément supprimé |||| %{smart_count} éléments supprimés',
  },
}
