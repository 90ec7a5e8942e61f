export const messages = {
  trash: {
    title: 'Prullenbak',
    events: 'Evenementen',
    venues: 'Locaties',
    organizers: 'Organisatoren',
    deleted: 'Naar prullenbak verplaatst',
    restore: 'Herstellen',
    restored: '%{smart_count} item hersteld |||| %{smart_count} items hersteld',
    delete: 'Definitief verwijderen',
    delete_question:
      '%{smart_count} item definitief verwijderen? Dit kan niet ongedaan worden gemaakt. |||| %{smart_count} items definitief verwijderen? Dit kan niet ongedaan worden gemaakt.',
    deleted_permanently: '%{smart_count} item verwijderd |||| %{smart_count} items verwijderd',
  },
}
