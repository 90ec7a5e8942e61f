export const messages = {
  trash: {
    title: 'Trash',
    events: 'Events',
    venues: 'Venues',
    organizers: 'Organizers',
    deleted: 'Moved to the trash',
    restore: 'Restore',
    restored: '%{smart_count} record restored |||| %{smart_count} records restored',
    delete: 'Delete permanently',
    delete_question:
      'Delete %{smart_count} record permanently? This cannot be undone. |||| Delete %{smart_count} records permanently? This cannot be undone.',
    deleted_permanently: '%{smart_count} record deleted |||| %{smart_count} records deleted',
  },
}
