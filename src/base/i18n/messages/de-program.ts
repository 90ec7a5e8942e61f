import type { enProgram } from './en-program.ts'

export const deProgram: Readonly<Record<keyof typeof enProgram, string>> = {
  'error.not_combined': 'Dieses Feld ist nicht zusammen mit {names} erlaubt.',
  'error.too_many_copies': 'Mehr als {limit} Veranstaltungen sind ausgewählt. Kopieren Sie einen kürzeren Zeitraum.',
  'error.copy_selection': 'Ohne include sind der erste und der letzte Tag anzugeben.',
  'event.shift_days':
    'Verschiebt die Veranstaltung um so viele Tage bei gleicher Uhrzeit, negativ zurück; nicht zusammen mit Daten',
  'event.categories_add': 'IDs von Kategorien, die hinzukommen; nicht zusammen mit categories',
  'event.categories_remove': 'IDs von Kategorien, die entfernt werden; nicht zusammen mit categories',
  'list.author': 'Nur Veranstaltungen dieser Autoren, nach ID des Benutzers',
  'list.has_image': 'true: nur Veranstaltungen mit Bild; false: nur solche ohne Bild',
  'list.has_venue': 'true: nur Veranstaltungen mit Veranstaltungsort; false: nur solche ohne',
  'copy.start_date': 'Erster Tag: kopiert werden Veranstaltungen, die ab diesem Tag beginnen',
  'copy.end_date': 'Letzter Tag: kopiert werden Veranstaltungen, die bis zu diesem Tag beginnen',
  'copy.include': 'IDs der Veranstaltungen, die kopiert werden, statt eines Zeitraums',
  'copy.exclude': 'IDs von Veranstaltungen, die nicht kopiert werden',
  'copy.days': 'Abstand der Kopie von der Veranstaltung in Tagen bei gleicher Uhrzeit; 7 für die nächste Woche',
  'copy.status': 'Status der Kopien; ohne Angabe draft',
  'copy.occurrences':
    'Ob auch Veranstaltungen von Serien kopiert werden; ohne Angabe false, weil Serien ihre Termine selbst anlegen',
  'operation.copyEvents': 'Die Veranstaltungen eines Zeitraums auf andere Tage kopieren',
  'operation.listEventAuthors': 'Die Autoren von Veranstaltungen auflisten, für den Filter nach Autor',
  'view.copy_source': 'ID der kopierten Veranstaltung',
  'view.copies': 'Die Kopien, nach Beginn geordnet',
  'view.copies_skipped': 'Veranstaltungen, die nicht kopiert wurden, weil es eine mit gleichem Titel und Beginn gibt',
  'view.copies_total': 'Zahl der Kopien',
  'view.authors': 'Benutzer mit Veranstaltungen',
  'view.author_name': 'Name des Benutzers, oder der Anmeldename eines Benutzers ohne Namen',
}
