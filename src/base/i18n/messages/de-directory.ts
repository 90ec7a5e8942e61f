import type { enDirectory } from './en-directory.ts'

export const deDirectory: Readonly<Record<keyof typeof enDirectory, string>> = {
  'directory.similar_name': 'Name, der verglichen wird',
  'directory.similar_address': 'Adresse, die verglichen wird',
  'directory.similar_city': 'Ort; Veranstaltungsorte in einem anderen Ort sind nicht ähnlich',
  'directory.similar_exclude': 'ID des bearbeiteten Eintrags, der nicht aufgeführt wird',
  'directory.name': 'Name wie gespeichert',
  'directory.events': 'Anzahl der veröffentlichten Veranstaltungen',
  'directory.match':
    'Was gleich ist: der Name bis auf Groß- und Kleinschreibung, Akzente, Satzzeichen und Artikel (name); die Schreibweise bis auf ein Zeichen (spelling); oder die Adresse (address)',
  'directory.similar_records': 'Höchstens 10 Einträge, die ähnlichsten zuerst',
  'directory.group_records': 'Ähnliche Einträge, nach ID',
  'directory.groups': 'Höchstens 100 Gruppen',
  'directory.groups_total': 'Anzahl aller Gruppen',
  'operation.listSimilarVenues':
    'Veranstaltungsorte auflisten, die einem Namen oder einer Adresse ähneln, um Duplikate zu vermeiden',
  'operation.listSimilarOrganizers': 'Veranstalter auflisten, die einem Namen ähneln, um Duplikate zu vermeiden',
  'operation.listDuplicateVenues':
    'Gruppen von Veranstaltungsorten auflisten, die wahrscheinlich gleich sind; für Redakteure',
  'operation.listDuplicateOrganizers':
    'Gruppen von Veranstaltern auflisten, die wahrscheinlich gleich sind; für Redakteure',
  'directory.merge_from': 'IDs der Einträge, die zusammengeführt und dann gelöscht werden, höchstens 100',
  'directory.merge_target': 'Der Eintrag, der bleibt',
  'directory.merge_merged': 'Die zusammengeführten Einträge. Ihre Slugs führen zum Ziel',
  'directory.merge_events': 'Höchstens 20 der geänderten Veranstaltungen, die spätesten zuerst',
  'directory.merge_events_total': 'Anzahl aller geänderten Veranstaltungen',
  'operation.mergeVenues':
    'Andere Veranstaltungsorte mit diesem zusammenführen: ihre Veranstaltungen und URLs führen danach zu ihm; für Redakteure',
  'operation.mergeOrganizers':
    'Andere Veranstalter mit diesem zusammenführen: ihre Veranstaltungen und URLs führen danach zu ihm; für Redakteure',
  'operation.mergeCategories':
    'Andere Kategorien mit dieser zusammenführen: ihre Veranstaltungen, Unterkategorien und URLs führen danach zu ihr; für Redakteure',
  'operation.mergeTags':
    'Andere Schlagwörter mit diesem zusammenführen: ihre Veranstaltungen und URLs führen danach zu ihm; für Redakteure',
  'directory.color': 'Farbe für Kalender, etwa #0b5c8a; leer für keine',
  'directory.icon': 'Ein Emoji; leer für keines',
  'directory.position': 'Platz unter den Kategorien derselben Oberkategorie, ab 1; standardmäßig der letzte',
  'directory.depth': 'Anzahl der übergeordneten Kategorien',
  'directory.tree': 'Alle Kategorien, jede gefolgt von ihren Unterkategorien',
  'hint.color': 'Erwartet wird eine Farbe wie #0b5c8a.',
  'hint.emoji': 'Erwartet wird ein Emoji.',
  'operation.getCategoryTree': 'Alle Kategorien als Baum auflisten, in der von Redakteuren festgelegten Reihenfolge',
  'operation.moveCategory': 'Eine Kategorie mit allen darunter verschieben',
}
