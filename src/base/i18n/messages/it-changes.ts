import type { enChanges } from './en-changes.ts'

export const itChanges: Readonly<Record<keyof typeof enChanges, string>> = {
  'error.cursor-expired':
    'Il cursore non può essere continuato. Richiedi le modifiche senza cursore e sostituisci la tua copia.',
  'hint.cursor': 'È previsto il cursore di una risposta precedente.',
  'changes.since': 'Cursore di una risposta precedente; senza, la risposta inizia con tutti i record',
  'changes.kinds': 'Solo record di questi tipi',
  'changes.include': 'records: le modifiche contengono i record e non solo i loro ID',
  'changes.wait': 'Secondi di attesa di una modifica, se non ce ne sono',
  'view.changes': 'Record modificati, ciascuno una volta, nell’ordine delle loro ultime modifiche',
  'view.change_kind': 'Tipo del record',
  'view.change_deleted':
    'Se non puoi più vedere il record o se non corrisponde più ai filtri. Elimina la tua copia, se ne hai una',
  'view.change_record': 'Il record attuale, come in una richiesta tramite il suo ID; con include=records',
  'view.changes_cursor': 'Cursore per la richiesta successiva',
  'view.changes_has_more': 'Se ci sono altre modifiche. Continua subito',
  'operation.listChanges':
    'Elencare i record modificati da un cursore in poi, anche quelli eliminati; all’inizio tutti i record',
  'operation.streamChanges': 'Inviare le modifiche come Server-Sent Events. Last-Event-ID o since riprende il flusso',
  'page.updated': 'Questa pagina è cambiata.',
  'page.show_update': 'Mostra le modifiche',
}
