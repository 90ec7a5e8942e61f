import type { enImports } from './en-imports.ts'

export const deImports: Readonly<Record<keyof typeof enImports, string>> = {
  'tag.imports': 'Dateien und Websites, die einmalig importiert werden',
  'tag.exports': 'Downloads aller Einträge',
  'error.import-not-found': 'Import nicht gefunden.',
  'error.import-page-not-found': 'Die angeforderte Seite der Importe oder Ergebnisse existiert nicht.',
  'error.import-busy': 'Eine Aufgabe dieses Imports wartet oder läuft. Warten Sie ihr Ende ab oder halten Sie sie an.',
  'error.import-not-runnable':
    'Es gibt nichts zu importieren: Die Datei wurde bereits importiert, gelöscht oder war nicht lesbar.',
  'error.import-not-undoable':
    'Dieser Import kann nicht rückgängig gemacht werden: Er hat nichts geändert, wurde bereits rückgängig gemacht oder ist älter als der Verlauf.',
  'hint.import_mapping':
    'Erwartet wird ein Objekt mit „kind“, „columns“, „delimiter“ oder „dates“, dessen Spalten Namen von Feldern sind.',
  'hint.import_categories': 'Erwartet werden höchstens 20 Namen von Kategorien.',
  'operation.listImports': 'Importe auflisten, die neuesten zuerst',
  'operation.createImport':
    'Von einer URL importieren: einer Datei oder Website. Sie wird sofort untersucht, noch wird nichts geschrieben',
  'operation.uploadImport':
    'Eine Datei zum Importieren hochladen. Sie wird sofort untersucht, noch wird nichts geschrieben',
  'operation.getImport': 'Einen Import mit seinem Fortschritt abrufen',
  'operation.updateImport':
    'Die Einstellungen eines Imports vor seiner Ausführung ändern; nicht angegebene Felder bleiben unverändert',
  'operation.deleteImport': 'Einen Import mit Datei und Ergebnissen löschen; importierte Einträge bleiben',
  'operation.previewImport':
    'Ermitteln, was ein Import ändern würde, ohne etwas zu ändern; Location ist die URL des Imports',
  'operation.runImport': 'Einen Import im Hintergrund ausführen; Location ist die URL des Imports',
  'operation.undoImport':
    'Einen Import rückgängig machen: löschen, was er angelegt hat, und wiederherstellen, was er geändert hat, außer seither geänderten Einträgen',
  'operation.stopImport': 'Die Aufgabe eines Imports anhalten; was geschrieben wurde, bleibt',
  'operation.listImportResults':
    'Die Einträge der letzten Vorschau, des letzten Imports oder Rückgängigmachens auflisten',
  'operation.exportRecords': 'Alle Einträge exportieren, einen je Zeile, ohne Bilddateien',
  'operation.exportWordpress': 'Alle Einträge wie WordPress exportieren',
  'operation.exportCalendar': 'Veranstaltungen in jedem Status als iCalendar exportieren',
  'operation.exportEvents': 'Veranstaltungen als CSV mit den Spalten von The Events Calendar exportieren',
  'operation.exportVenues': 'Veranstaltungsorte als CSV mit den Spalten von The Events Calendar exportieren',
  'operation.exportOrganizers': 'Veranstalter als CSV mit den Spalten von The Events Calendar exportieren',
  'operation.listEventsAsProgram':
    'Veranstaltungen nach Tagen als HTML-Seite für Textverarbeitungen auflisten; liefert alle passenden, sofern keine Seite angefordert wird',
  'import.id': 'ID des Imports',
  'import.name': 'Name der hochgeladenen Datei; leer bei einer URL',
  'import.url': 'URL einer Datei, Seite oder Website; leer bei einer hochgeladenen Datei',
  'import.file': 'Zu importierende Datei, höchstens 64 MiB',
  'import.size': 'Größe der gespeicherten Datei in Bytes; 0, nachdem sie importiert wurde, oder nach 7 Tagen',
  'import.channel': 'api: von einem Administrator angefordert; command: durch calends import',
  'import.user': 'ID des Administrators; 0 bei der Kommandozeile',
  'import.format': 'Format der Datei; leer, wenn es erkannt wird',
  'import.detected_format': 'Erkanntes Format; vorher leer',
  'import.record_status': 'Status neuer Einträge aus Kalendern und Tabellen; leer für den der Datei oder sonst publish',
  'import.categories':
    'Namen von Kategorien, die jede Veranstaltung eines Kalenders oder einer Tabelle zusätzlich erhält',
  'import.images': 'Ob Bilder von ihren URLs geladen werden; Standard: true',
  'import.mapping':
    'Für Tabellen: Spalten nach Überschrift (ein leerer Name ignoriert sie), Art, Trennzeichen und Reihenfolge in Datumsangaben',
  'import.table':
    'In einer Tabelle gefundene Spalten mit ersten Werten und vorgeschlagener Zuordnung; null bei anderen Formaten',
  'import.task': 'Zuletzt angeforderte Aufgabe',
  'import.status': 'Status der Aufgabe',
  'import.done': 'Anzahl der verarbeiteten Einträge',
  'import.total': 'Anzahl der Einträge der Aufgabe; 0, solange sie unbekannt ist',
  'import.counts': 'Anzahlen der Einträge nach Ergebnis',
  'import.can_run': 'Ob eine Vorschau oder der Import angefordert werden kann',
  'import.can_undo': 'Ob der Import rückgängig gemacht werden kann',
  'import.imported': 'Zeitpunkt, zu dem der Import zu schreiben begann, UTC; vorher null',
  'import.undone': 'Zeitpunkt, zu dem der Import rückgängig gemacht wurde, UTC; vorher null',
  'import.undo_preview': 'Ermittelt nur, was rückgängig gemacht würde',
  'import.result_outcome':
    'Was mit dem Eintrag geschah oder geschähe. conflict: Er wurde hier geändert und bleibt, wie er ist',
  'import.result_kind': 'Art des Eintrags; leer für Teile der Datei, die keine Einträge sind',
  'import.result_record': 'ID des Eintrags; 0, wenn er nicht existiert',
  'import.result_location': 'Datei und Zeile des Eintrags',
  'import.result_details': 'Namen der geänderten Felder oder der Grund, auf Englisch',
}
