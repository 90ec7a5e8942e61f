import type { enRetries } from './en-retries.ts'

export const deRetries: Readonly<Record<keyof typeof enRetries, string>> = {
  'error.idempotency_key_invalid': 'Idempotency-Key muss 1 bis 255 Zeichen haben.',
  'error.idempotency_key_reused':
    'Dieser Idempotency-Key wurde bereits für eine Anfrage mit anderen Eingaben verwendet.',
  'error.idempotency_key_in_use': 'Eine Anfrage mit diesem Idempotency-Key wird gerade bearbeitet.',
  'error.idempotency_response_not_stored':
    'Diese Anfrage wurde bereits ausgeführt. Ihre Antwort enthielt Zugangsdaten und wurde daher nicht gespeichert.',
  'error.dry_run_unsupported': 'Diese Operation unterstützt dry_run nicht.',
  'error.batch_failed': 'Anfrage {number} des Stapels ist fehlgeschlagen, daher wurde nichts geändert.',
  'error.batch_not_atomic': 'Diese Anfrage kann nicht Teil eines atomaren Stapels sein.',
  'error.batch_nested': 'Ein Stapel kann keinen Stapel und keine Anfrage enthalten, die auf Änderungen wartet.',
  'error.batch_response_too_large':
    'Die Anfrage wurde nicht ausgeführt, weil die früheren Antworten des Stapels zu groß sind.',
  'error.transaction_too_large':
    'Die Transaktion würde mehr als {changes} Änderungen enthalten oder länger als {seconds} Sekunden dauern. Senden Sie weniger Anfragen auf einmal.',
  'error.image_not_in_library': 'In einem atomaren Stapel muss das Bild bereits in der Mediathek sein.',
  'error.unknown_parameter': 'Unbekannter Parameter.',
  'error.record-not-in-trash': 'Der Datensatz liegt nicht im Papierkorb.',
  'batch.requests': 'Anfragen in der Reihenfolge ihrer Ausführung, höchstens 100',
  'batch.atomic': 'Ob die Anfragen eine Transaktion bilden: Schlägt eine fehl, ändert keine etwas',
  'batch.method': 'HTTP-Methode',
  'batch.path': 'Pfad unterhalb der URL der API mit Abfrage, etwa /events/7?_fields=id',
  'batch.headers': 'Kopfzeilen der Anfrage oder ihrer Antwort. Es gelten die Anmeldedaten des Stapels',
  'batch.body': 'JSON-Inhalt der Anfrage oder ihrer Antwort',
  'batch.responses': 'Antworten in der Reihenfolge der Anfragen',
  'hint.batch_requests':
    'Erwartet wird eine Liste von 1 bis {limit} Anfragen, jede mit method, path und optional headers und body.',
  'hint.unknown_parameter': 'Der Endpunkt hat keinen Parameter mit diesem Namen.',
  'field.permanent': 'Endgültig löschen, statt in den Papierkorb zu verschieben; für Administratoren und Redakteure',
  'parameter.strict': 'Ob ein unbekannter Parameter ein Fehler ist, wie mit Prefer: handling=strict',
  'parameter.dry_run':
    'Ob die Anfrage ausgeführt wird, ohne etwas zu speichern; die Antwort ist die, die sie erhalten würde',
  'header.idempotency_key':
    'Eindeutiger Schlüssel dieses Schreibzugriffs. Eine wiederholte Anfrage mit gleichem Schlüssel und gleichen Eingaben erhält 24 Stunden lang die erste Antwort',
  'answer.409': 'Der Zustand des Datensatzes erlaubt dies nicht',
  'answer.422': 'Der Idempotency-Key wurde für andere Eingaben verwendet',
  'operation.runBatch': 'Bis zu 100 Anfragen auf einmal senden, einzeln oder als eine Transaktion',
  'operation.restoreEvent': 'Eine Veranstaltung aus dem Papierkorb wiederherstellen',
  'operation.restoreEventBySlug': 'Eine Veranstaltung anhand ihres Slugs aus dem Papierkorb wiederherstellen',
  'operation.restoreVenue': 'Einen Veranstaltungsort aus dem Papierkorb wiederherstellen',
  'operation.restoreVenueBySlug': 'Einen Veranstaltungsort anhand seines Slugs aus dem Papierkorb wiederherstellen',
  'operation.restoreOrganizer': 'Einen Veranstalter aus dem Papierkorb wiederherstellen',
  'operation.restoreOrganizerBySlug': 'Einen Veranstalter anhand seines Slugs aus dem Papierkorb wiederherstellen',
}
