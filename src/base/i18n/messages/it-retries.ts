import type { enRetries } from './en-retries.ts'

export const itRetries: Readonly<Record<keyof typeof enRetries, string>> = {
  'error.idempotency_key_invalid': 'Idempotency-Key deve avere da 1 a 255 caratteri.',
  'error.idempotency_key_reused': 'Questa Idempotency-Key è già stata usata per una richiesta con dati diversi.',
  'error.idempotency_key_in_use': 'È in corso una richiesta con questa Idempotency-Key.',
  'error.idempotency_response_not_stored':
    'Questa richiesta è già stata eseguita. La risposta conteneva credenziali, quindi non è stata salvata.',
  'error.dry_run_unsupported': 'Questa operazione non supporta dry_run.',
  'error.batch_failed': 'La richiesta {number} del gruppo non è riuscita, quindi non è stato modificato nulla.',
  'error.batch_not_atomic': 'Questa richiesta non può far parte di un gruppo atomico.',
  'error.batch_nested': 'Un gruppo non può contenere un altro gruppo né una richiesta che attende modifiche.',
  'error.batch_response_too_large':
    'La richiesta non è stata eseguita perché le risposte precedenti del gruppo sono troppo grandi.',
  'error.transaction_too_large':
    'La transazione conterrebbe più di {changes} modifiche o durerebbe più di {seconds} secondi. Invii meno richieste alla volta.',
  'error.image_not_in_library': 'In un gruppo atomico, l’immagine deve essere già nella libreria multimediale.',
  'error.unknown_parameter': 'Parametro sconosciuto.',
  'error.record-not-in-trash': 'Il record non è nel cestino.',
  'batch.requests': 'Richieste nell’ordine della loro esecuzione, al massimo 100',
  'batch.atomic': 'Indica se le richieste sono un’unica transazione: se una non riesce, nessuna modifica nulla',
  'batch.method': 'Metodo HTTP',
  'batch.path': 'Percorso sotto l’URL dell’API, con la sua query, per esempio /events/7?_fields=id',
  'batch.headers': 'Intestazioni della richiesta o della sua risposta. Le credenziali sono quelle del gruppo',
  'batch.body': 'Corpo JSON della richiesta o della sua risposta',
  'batch.responses': 'Risposte nell’ordine delle richieste',
  'hint.batch_requests':
    'È atteso un elenco da 1 a {limit} richieste, ciascuna con method, path e, se necessario, headers e body.',
  'hint.unknown_parameter': 'L’endpoint non ha parametri con questo nome.',
  'field.permanent': 'Elimina definitivamente invece di spostare nel cestino; per amministratori ed editori',
  'parameter.strict': 'Indica se un parametro sconosciuto è un errore, come con Prefer: handling=strict',
  'parameter.dry_run': 'Indica se la richiesta viene eseguita senza salvare nulla; la risposta è quella che otterrebbe',
  'header.idempotency_key':
    'Chiave univoca di questa scrittura. Una richiesta ripetuta con la stessa chiave e gli stessi dati riceve la prima risposta per 24 ore',
  'answer.409': 'Lo stato del record non lo consente',
  'answer.422': 'La Idempotency-Key è stata usata per altri dati',
  'operation.runBatch': 'Invia fino a 100 richieste in una volta, una per una o come un’unica transazione',
  'operation.restoreEvent': 'Ripristina un evento dal cestino',
  'operation.restoreEventBySlug': 'Ripristina un evento dal cestino, tramite il suo slug',
  'operation.restoreVenue': 'Ripristina un luogo dal cestino',
  'operation.restoreVenueBySlug': 'Ripristina un luogo dal cestino, tramite il suo slug',
  'operation.restoreOrganizer': 'Ripristina un organizzatore dal cestino',
  'operation.restoreOrganizerBySlug': 'Ripristina un organizzatore dal cestino, tramite il suo slug',
}
