import type { enWebhooks } from './en-webhooks.ts'

export const deWebhooks: Readonly<Record<keyof typeof enWebhooks, string>> = {
  'tag.webhooks': 'Nachrichten über Änderungen an andere Systeme',
  'error.webhook-not-found': 'Webhook nicht gefunden.',
  'error.webhook-disabled': 'Der Webhook ist deaktiviert. Aktivieren Sie ihn zuerst.',
  'error.delivery-not-found': 'Zustellung nicht gefunden.',
  'error.delivery-page-not-found': 'Die angeforderte Seite der Zustellungen existiert nicht.',
  'webhook.name': 'Name, für Administratoren',
  'webhook.url': 'URL, die die Nachrichten als POST-Anfragen erhält, http oder https',
  'webhook.kinds': 'Arten von Datensätzen, deren Änderungen gesendet werden; standardmäßig Veranstaltungen',
  'webhook.filters':
    'Nur Veranstaltungen, auf die diese Filter der Veranstaltungsliste zutreffen; status gilt auch für Orte und Veranstalter',
  'webhook.view':
    'public: Datensätze, wie anonyme Besucher sie sehen (Standard); full: wie Redakteure sie sehen, mit Entwürfen und privaten Datensätzen',
  'webhook.enabled': 'Ob Änderungen gesendet werden. Nach dem Aktivieren beginnt es mit der nächsten Änderung',
  'webhook.disabled_reason':
    'Warum der Dienst den Webhook deaktiviert hat: failing (drei Tage ohne Erfolg), gone (Status 410) oder leer',
  'webhook.secret': 'Geheimnis, mit dem Signaturen geprüft werden; nur in dieser Antwort enthalten',
  'webhook.previous_secret_until': 'Zeit, bis zu der auch das vorige Geheimnis signiert, UTC; null ohne ein solches',
  'webhook.created': 'Zeit der Erstellung, UTC',
  'webhook.modified': 'Zeit der letzten Änderung, UTC',
  'webhook.delivery_id': 'ID der Zustellung',
  'webhook.delivery_state':
    'pending: wartet auf einen Versuch; delivered: zugestellt; failed: aufgegeben; canceled: der Webhook wurde vorher deaktiviert',
  'webhook.message_id': 'ID der Nachricht, im Header webhook-id; bei allen Versuchen und Wiederholungen gleich',
  'webhook.type': 'Typ der Nachricht',
  'webhook.record': 'ID des Datensatzes',
  'webhook.revision': 'Revision des Datensatzes nach der Änderung',
  'webhook.changed': 'Zeit der Änderung, UTC',
  'webhook.queued': 'Zeit, zu der die Zustellung eingereiht wurde, UTC',
  'webhook.attempts': 'Anzahl der Versuche seit dem Einreihen',
  'webhook.attempted': 'Zeit des letzten Versuchs, UTC; null vor dem ersten',
  'webhook.next_attempt': 'Zeit des nächsten Versuchs, UTC; null, wenn es keinen gibt',
  'webhook.status': 'HTTP-Status der letzten Antwort; 0 ohne Antwort',
  'webhook.duration_ms': 'Dauer des letzten Versuchs in Millisekunden',
  'webhook.response': 'Die ersten 1000 Bytes der letzten Antwort',
  'webhook.failure':
    'Warum es keine Antwort gab: refused (der Host ist nicht öffentlich), unreachable (nicht erreichbar), timeout (Zeitüberschreitung) oder leer',
  'webhook.ping_ok': 'Ob der Empfänger mit einem Status von 200 bis 299 geantwortet hat',
  'webhook.queued_count': 'Anzahl der eingereihten Zustellungen',
  'webhook.replay_from': 'Beginn des Zeitraums; ohne Zeitverschiebung in der Zeitzone der Website',
  'webhook.replay_to': 'Ende des Zeitraums, standardmäßig jetzt; ohne Zeitverschiebung in der Zeitzone der Website',
  'operation.listWebhooks': 'Alle Webhooks auflisten',
  'operation.createWebhook':
    'Einen Webhook erstellen. Die Antwort enthält sein Geheimnis, das nur einmal angezeigt wird',
  'operation.getWebhook': 'Einen Webhook abrufen',
  'operation.updateWebhook': 'Einen Webhook ändern; fehlende Felder bleiben unverändert',
  'operation.deleteWebhook': 'Einen Webhook mit seinen Zustellungen löschen',
  'operation.rotateWebhookSecret': 'Ein neues Geheimnis erzeugen; das vorige signiert noch 24 Stunden lang mit',
  'operation.pingWebhook': 'Eine Testnachricht senden und die Antwort des Empfängers zurückgeben',
  'operation.listWebhookDeliveries': 'Die Zustellungen eines Webhooks auflisten, neueste zuerst',
  'operation.replayWebhookDelivery': 'Eine Zustellung erneut senden',
  'operation.replayWebhook': 'Die Änderungen eines Zeitraums erneut senden',
  'mail.webhook_disabled_subject': '{site}: Webhook deaktiviert',
  'mail.webhook_failing_text':
    'Der Webhook {id} an {url} wurde deaktiviert, weil drei Tage lang keine Zustellung erfolgreich war.',
  'mail.webhook_gone_text':
    'Der Webhook {id} an {url} wurde deaktiviert, weil die URL mit Status 410 (Gone) geantwortet hat.',
  'mail.webhook_disabled_end':
    'Änderungen werden nicht mehr dorthin gesendet. Sobald der Empfänger wieder funktioniert, aktivieren Sie den Webhook und senden Sie die Änderungen seither erneut.',
}
