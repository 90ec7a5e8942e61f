import type { enSources } from './en-sources.ts'

export const deSources: Readonly<Record<keyof typeof enSources, string>> = {
  'tag.sources': 'Externe Kalender, die regelmäßig importiert werden',
  'answer.202': 'Angenommen: Die Arbeit wird im Hintergrund fortgesetzt',
  'error.source-not-found': 'Quelle nicht gefunden.',
  'error.source-run-not-found': 'Durchlauf nicht gefunden.',
  'error.source-run-page-not-found': 'Die angeforderte Seite der Durchläufe existiert nicht.',
  'hint.source_url':
    'Erwartet wird eine http-, https- oder webcal-URL ohne Benutzernamen und Passwort, zum Beispiel „https://example.com/events.ics“.',
  'operation.listSources': 'Alle Quellen auflisten',
  'operation.createSource': 'Eine Quelle anlegen; ihr erster Durchlauf beginnt sofort',
  'operation.getSource': 'Eine Quelle abrufen',
  'operation.updateSource':
    'Eine Quelle ändern; nicht angegebene Felder bleiben unverändert. Der nächste Durchlauf beginnt sofort',
  'operation.deleteSource': 'Eine Quelle löschen; ihre Veranstaltungen bleiben',
  'operation.runSource': 'Eine Quelle jetzt ausführen; die Antwort ist der wartende Durchlauf, Location seine URL',
  'operation.previewSource':
    'Ermitteln, was ein Durchlauf ändern würde, ohne etwas zu ändern; die Antwort ist der wartende Durchlauf, Location seine URL',
  'operation.listSourceRuns': 'Die Durchläufe einer Quelle auflisten, die neuesten zuerst',
  'operation.getSourceRun': 'Einen Durchlauf einer Quelle abrufen',
  'source.id': 'ID der Quelle',
  'source.name': 'Name der Quelle; Vorgabe ist die URL',
  'source.type':
    'ics: eine iCalendar-URL; tec: eine Website mit The Events Calendar; calends: eine Website mit Calends; page: eine beliebige Seite, deren erster Lauf auswählt, was sie bietet; Vorgabe ics',
  'source.url': 'URL des Kalenders, der Website oder der Seite',
  'source.username': 'Benutzername für die Quelle; bei tec und calends der eines Anwendungspassworts',
  'source.password':
    'Passwort oder Anwendungspasswort für die Quelle, das nie ausgegeben wird; entfällt, wenn die URL zu einem anderen Server wechselt',
  'source.has_password': 'Ob ein Passwort gespeichert ist',
  'source.interval': 'Minuten vom Ende eines Durchlaufs bis zum nächsten, von 5 bis 43200; Vorgabe 60',
  'source.category': 'ID der Kategorie, die die Veranstaltungen zusätzlich zu ihren eigenen erhalten; 0 für keine',
  'source.status': 'Status neuer Veranstaltungen; Vorgabe publish',
  'source.author': 'ID des Autors neuer Veranstaltungen; Vorgabe ist der Benutzer, der die Quelle anlegt',
  'source.missing':
    'Was mit Veranstaltungen geschieht, die aus der Quelle verschwinden: cancel (absagen, Vorgabe), trash (in den Papierkorb) oder keep (behalten)',
  'source.enabled': 'Ob die Quelle regelmäßig ausgeführt wird',
  'source.created': 'Zeitpunkt der Anlage, UTC',
  'source.next_run': 'Zeitpunkt, zu dem der nächste Durchlauf fällig ist, UTC; null bei einer deaktivierten Quelle',
  'source.failures': 'Anzahl aufeinanderfolgender fehlgeschlagener Durchläufe',
  'source.last_run': 'Letzter Durchlauf, der keine Vorschau war; null vor dem ersten',
  'source.confirm': 'Ob in diesem Durchlauf mehr als die Hälfte der Veranstaltungen verschwinden darf',
  'source.run_id': 'ID des Durchlaufs',
  'source.run_status': 'queued: wartet; not-modified: Die Quelle ist seit dem letzten Durchlauf unverändert',
  'source.run_preview': 'Ob der Durchlauf nichts ändert und auflistet, was er ändern würde',
  'source.run_requested': 'Zeitpunkt der Anforderung, UTC',
  'source.run_started': 'Beginn, UTC; vorher null',
  'source.run_ended': 'Ende, UTC; vorher null',
  'source.run_created': 'Anzahl angelegter Veranstaltungen',
  'source.run_updated': 'Anzahl geänderter Veranstaltungen, einschließlich der zurückgekehrten',
  'source.run_unchanged': 'Anzahl gleicher Veranstaltungen',
  'source.run_conflicts': 'Anzahl der Veranstaltungen, die hier bearbeitet wurden und deshalb unverändert blieben',
  'source.run_canceled':
    'Anzahl der Veranstaltungen, die abgesagt oder in den Papierkorb verschoben wurden, weil die Quelle sie nicht mehr enthält',
  'source.run_failed': 'Anzahl der Veranstaltungen, die nicht importiert werden konnten',
  'source.run_error': 'Grund eines fehlgeschlagenen Durchlaufs; sonst leer',
  'source.run_details':
    'Höchstens 100 Veranstaltungen mit einem Konflikt oder Problem oder die abgesagt wurden, und Hinweise zur Quelle; in einer Vorschau alle geplanten Änderungen',
  'source.detail_outcome': 'Was mit der Veranstaltung geschah; warning für einen Hinweis zur Quelle',
  'source.detail_key': 'Kennung der Veranstaltung in der Quelle',
  'source.detail_event': 'ID der Veranstaltung; 0 ohne eine',
  'source.detail_title': 'Titel der Veranstaltung',
  'source.detail_reason': 'Grund, falls es einen gibt',
}
