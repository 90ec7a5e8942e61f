import type { enWebhooks } from './en-webhooks.ts'

export const itWebhooks: Readonly<Record<keyof typeof enWebhooks, string>> = {
  'tag.webhooks': 'Messaggi sulle modifiche per altri sistemi',
  'error.webhook-not-found': 'Webhook non trovato.',
  'error.webhook-disabled': 'Il webhook è disattivato. Attivarlo prima.',
  'error.delivery-not-found': 'Consegna non trovata.',
  'error.delivery-page-not-found': 'La pagina richiesta delle consegne non esiste.',
  'webhook.name': 'Nome, per gli amministratori',
  'webhook.url': 'URL che riceve i messaggi come richieste POST, http o https',
  'webhook.kinds': 'Tipi di record le cui modifiche vengono inviate; per impostazione predefinita gli eventi',
  'webhook.filters':
    'Solo gli eventi che corrispondono a questi filtri dell’elenco degli eventi; status vale anche per luoghi e organizzatori',
  'webhook.view':
    'public: i record come li vedono i visitatori anonimi (predefinito); full: come li vedono i redattori, con bozze e record privati',
  'webhook.enabled': 'Se le modifiche vengono inviate. Dopo l’attivazione si inizia dalla modifica successiva',
  'webhook.disabled_reason':
    'Perché il servizio ha disattivato il webhook: failing (tre giorni senza successo), gone (stato 410) o vuoto',
  'webhook.secret': 'Segreto con cui si verificano le firme, mostrato solo in questa risposta',
  'webhook.previous_secret_until': 'Ora fino alla quale firma anche il segreto precedente, UTC; null se non esiste',
  'webhook.created': 'Ora di creazione, UTC',
  'webhook.modified': 'Ora dell’ultima modifica, UTC',
  'webhook.delivery_id': 'ID della consegna',
  'webhook.delivery_state':
    'pending: in attesa di un tentativo; delivered: consegnata; failed: abbandonata; canceled: il webhook è stato disattivato prima',
  'webhook.message_id': 'ID del messaggio, nell’intestazione webhook-id; uguale per tutti i tentativi e le ripetizioni',
  'webhook.type': 'Tipo del messaggio',
  'webhook.record': 'ID del record',
  'webhook.revision': 'Revisione del record dopo la modifica',
  'webhook.changed': 'Ora della modifica, UTC',
  'webhook.queued': 'Ora in cui la consegna è stata messa in coda, UTC',
  'webhook.attempts': 'Numero di tentativi da quando è in coda',
  'webhook.attempted': 'Ora dell’ultimo tentativo, UTC; null prima del primo',
  'webhook.next_attempt': 'Ora del prossimo tentativo, UTC; null se non ce n’è',
  'webhook.status': 'Stato HTTP dell’ultima risposta; 0 senza risposta',
  'webhook.duration_ms': 'Durata dell’ultimo tentativo in millisecondi',
  'webhook.response': 'I primi 1000 byte dell’ultima risposta',
  'webhook.failure':
    'Perché non c’è stata risposta: refused (l’host non è pubblico), unreachable (irraggiungibile), timeout (tempo scaduto) o vuoto',
  'webhook.ping_ok': 'Se il destinatario ha risposto con uno stato da 200 a 299',
  'webhook.queued_count': 'Numero di consegne messe in coda',
  'webhook.replay_from': 'Inizio del periodo; nel fuso orario del sito se non ha uno scostamento',
  'webhook.replay_to':
    'Fine del periodo, per impostazione predefinita adesso; nel fuso orario del sito se non ha uno scostamento',
  'operation.listWebhooks': 'Elencare tutti i webhook',
  'operation.createWebhook': 'Creare un webhook. La risposta contiene il suo segreto, mostrato una sola volta',
  'operation.getWebhook': 'Ottenere un webhook',
  'operation.updateWebhook': 'Modificare un webhook; i campi omessi restano invariati',
  'operation.deleteWebhook': 'Eliminare un webhook con le sue consegne',
  'operation.rotateWebhookSecret': 'Creare un nuovo segreto; il precedente firma anch’esso per 24 ore',
  'operation.pingWebhook': 'Inviare un messaggio di prova e restituire la risposta del destinatario',
  'operation.listWebhookDeliveries': 'Elencare le consegne di un webhook, dalla più recente',
  'operation.replayWebhookDelivery': 'Ripetere una consegna',
  'operation.replayWebhook': 'Inviare di nuovo le modifiche di un periodo',
  'mail.webhook_disabled_subject': '{site}: webhook disattivato',
  'mail.webhook_failing_text':
    'Il webhook {id} verso {url} è stato disattivato, perché nessuna consegna è riuscita per tre giorni.',
  'mail.webhook_gone_text':
    'Il webhook {id} verso {url} è stato disattivato, perché l’URL ha risposto con lo stato 410 (Gone).',
  'mail.webhook_disabled_end':
    'Le modifiche non vengono più inviate a quell’URL. Quando il destinatario funziona di nuovo, attivare il webhook e inviare di nuovo le modifiche fatte nel frattempo.',
}
