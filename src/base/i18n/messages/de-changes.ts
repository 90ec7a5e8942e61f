import type { enChanges } from './en-changes.ts'

export const deChanges: Readonly<Record<keyof typeof enChanges, string>> = {
  'error.cursor-expired':
    'Der Cursor kann nicht fortgesetzt werden. Rufen Sie die Änderungen ohne Cursor ab und ersetzen Sie Ihre Kopie.',
  'hint.cursor': 'Erwartet wird der Cursor einer früheren Antwort.',
  'changes.since': 'Cursor einer früheren Antwort; ohne ihn beginnt die Antwort mit allen Datensätzen',
  'changes.kinds': 'Nur Datensätze dieser Arten',
  'changes.include': 'records: Änderungen enthalten die Datensätze und nicht nur ihre IDs',
  'changes.wait': 'Sekunden, die auf eine Änderung gewartet wird, wenn es keine gibt',
  'view.changes': 'Geänderte Datensätze, jeder einmal, in der Reihenfolge ihrer letzten Änderungen',
  'view.change_kind': 'Art des Datensatzes',
  'view.change_deleted':
    'Ob Sie den Datensatz nicht mehr sehen dürfen oder er den Filtern nicht mehr entspricht. Löschen Sie Ihre Kopie, falls Sie eine haben',
  'view.change_record': 'Der aktuelle Datensatz wie bei einem Abruf über seine ID; mit include=records',
  'view.changes_cursor': 'Cursor für die nächste Anfrage',
  'view.changes_has_more': 'Ob es weitere Änderungen gibt. Fahren Sie sofort fort',
  'operation.listChanges':
    'Datensätze auflisten, die sich seit einem Cursor geändert haben, auch gelöschte; am Anfang alle Datensätze',
  'operation.streamChanges': 'Änderungen als Server-Sent Events senden. Last-Event-ID oder since setzt den Strom fort',
  'page.updated': 'Diese Seite hat sich geändert.',
  'page.show_update': 'Änderungen anzeigen',
}
