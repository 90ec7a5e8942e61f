/** Descriptions of similar venues and organizers, and of merging records. */
export const enDirectory = {
  'directory.similar_name': 'Name to compare',
  'directory.similar_address': 'Address to compare',
  'directory.similar_city': 'City; venues in another city are not similar',
  'directory.similar_exclude': 'ID of the record that is being edited, which is not listed',
  'directory.name': 'Name as stored',
  'directory.events': 'Number of published events',
  'directory.match':
    'What is the same: the name except for case, accents, punctuation and article; the spelling except for one character; or the address',
  'directory.similar_records': 'At most 10 records, the most similar first',
  'directory.group_records': 'Similar records, by ID',
  'directory.groups': 'At most 100 groups',
  'directory.groups_total': 'Number of all groups',
  'operation.listSimilarVenues': 'List venues that are similar to a name or address, to avoid duplicates',
  'operation.listSimilarOrganizers': 'List organizers that are similar to a name, to avoid duplicates',
  'operation.listDuplicateVenues': 'List groups of venues that are probably the same; for editors',
  'operation.listDuplicateOrganizers': 'List groups of organizers that are probably the same; for editors',
  'directory.merge_from': 'IDs of the records that are merged and then deleted, at most 100',
  'directory.merge_target': 'The record that stays',
  'directory.merge_merged': 'The merged records. Their slugs lead to the target',
  'directory.merge_events': 'At most 20 of the changed events, the latest first',
  'directory.merge_events_total': 'Number of all changed events',
  'operation.mergeVenues':
    'Merge other venues into this one: their events move to it, and their URLs lead to it; for editors',
  'operation.mergeOrganizers':
    'Merge other organizers into this one: their events move to it, and their URLs lead to it; for editors',
  'operation.mergeCategories':
    'Merge other categories into this one: their events and subcategories move to it, and their URLs lead to it; for editors',
  'operation.mergeTags':
    'Merge other tags into this one: their events move to it, and their URLs lead to it; for editors',
  'directory.color': 'Color for calendars, such as #0b5c8a; empty for none',
  'directory.icon': 'An emoji; empty for none',
  'directory.position': 'Place among the categories of the same parent, from 1; the last one by default',
  'directory.depth': 'Number of ancestors',
  'directory.tree': 'All categories, each followed by those below it',
  'hint.color': 'Expected a color such as #0b5c8a.',
  'hint.emoji': 'Expected one emoji.',
  'operation.getCategoryTree': 'List all categories as a tree, in the order that editors have given it',
  'operation.moveCategory': 'Move a category with all below it',
} as const
