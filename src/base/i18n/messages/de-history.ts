import type { enHistory } from './en-history.ts'

export const deHistory: Readonly<Record<keyof typeof enHistory, string>> = {
  'error.history-not-found': 'Diesen Datensatz oder diese Revision gibt es nicht.',
  'error.history-page-not-found': 'Die angeforderte Seite des Verlaufs existiert nicht.',
  'field.revision': 'Revision des Datensatzes, aus seinem Verlauf',
  'field.restored_fields': 'Nur diese Felder zurücksetzen; standardmäßig alle, die seither geändert wurden',
  'hint.field_names': 'Erwartet werden Namen von Feldern, durch Kommas getrennt.',
  'hint.existing_revision': 'Erwartet wird eine Revision aus dem Verlauf des Datensatzes.',
  'audit.user': 'Nur Änderungen des Benutzers mit dieser ID',
  'audit.kind': 'Nur Änderungen von Datensätzen dieser Art',
  'audit.record': 'Nur Änderungen des Datensatzes mit dieser ID',
  'audit.action': 'Nur diese Aktion',
  'audit.channel': 'Nur Änderungen über diesen Kanal',
  'audit.from': 'Nur Änderungen ab diesem Zeitpunkt; ohne Abstand zu UTC gilt die Zeitzone der Website',
  'audit.until': 'Nur Änderungen bis zu diesem Zeitpunkt; ohne Abstand zu UTC gilt die Zeitzone der Website',
  'view.history_field': 'Name des Feldes',
  'view.history_before': 'Wert vor der Änderung; null, wenn es den Datensatz nicht gab',
  'view.history_after': 'Wert nach der Änderung; null, wenn der Datensatz gelöscht wurde',
  'view.history_revision': 'Revision des Datensatzes nach der Änderung; 0 bei einem Eintrag ohne Datensatz',
  'view.history_date': 'Zeitpunkt der Änderung, in der Zeitzone der Website',
  'view.history_date_utc': 'Zeitpunkt der Änderung, UTC',
  'view.history_action': 'Was geschehen ist',
  'view.history_channel':
    'Woher die Änderung kam: API, Seite des Dienstes (admin), MCP-Server, Import, Hintergrundaufgabe oder Befehlszeile',
  'view.history_user':
    'Wer die Änderung vorgenommen hat; null ohne Benutzer. Den Anmeldenamen sehen nur Administratoren',
  'view.history_changes': 'Geänderte Felder. Bei Passwörtern nur, ob eines gesetzt ist',
  'view.history_id': 'ID des Eintrags',
  'view.history_kind': 'Art des Datensatzes',
  'view.history_record': 'ID des Datensatzes; 0, wenn es keinen gibt',
  'view.history_application':
    'Name des verwendeten Anwendungspassworts; leer, wenn es keines gibt. Für Administratoren',
  'view.history_ip': 'IP-Adresse des Clients; leer, wenn es keine gibt. Für Administratoren',
  'operation.listEventHistory': 'Die Änderungen einer Veranstaltung auflisten, die neuesten zuerst',
  'operation.listVenueHistory': 'Die Änderungen eines Veranstaltungsorts auflisten, die neuesten zuerst',
  'operation.listOrganizerHistory': 'Die Änderungen eines Veranstalters auflisten, die neuesten zuerst',
  'operation.listCategoryHistory': 'Die Änderungen einer Kategorie auflisten, die neuesten zuerst',
  'operation.listTagHistory': 'Die Änderungen eines Schlagworts auflisten, die neuesten zuerst',
  'operation.listSeriesHistory': 'Die Änderungen einer Serie auflisten, die neuesten zuerst',
  'operation.listMediaHistory': 'Die Änderungen eines Bildes auflisten, die neuesten zuerst',
  'operation.restoreEventRevision':
    'Eine Veranstaltung in den Zustand nach einer früheren Änderung zurückversetzen; eine gewöhnliche Änderung',
  'operation.restoreVenueRevision':
    'Einen Veranstaltungsort in den Zustand nach einer früheren Änderung zurückversetzen; eine gewöhnliche Änderung',
  'operation.restoreOrganizerRevision':
    'Einen Veranstalter in den Zustand nach einer früheren Änderung zurückversetzen; eine gewöhnliche Änderung',
  'operation.restoreCategoryRevision':
    'Eine Kategorie in den Zustand nach einer früheren Änderung zurückversetzen; eine gewöhnliche Änderung',
  'operation.restoreTagRevision':
    'Ein Schlagwort in den Zustand nach einer früheren Änderung zurückversetzen; eine gewöhnliche Änderung',
  'operation.restoreSeriesRevision':
    'Eine Serie in den Zustand nach einer früheren Änderung zurückversetzen; eine gewöhnliche Änderung',
  'operation.restoreMediaRevision':
    'Ein Bild in den Zustand nach einer früheren Änderung zurückversetzen; eine gewöhnliche Änderung',
  'operation.listAudit': 'Alle Änderungen und Anmeldungen auflisten, die neuesten zuerst; für Administratoren',
}
