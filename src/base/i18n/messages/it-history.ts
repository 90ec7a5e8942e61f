import type { enHistory } from './en-history.ts'

export const itHistory: Readonly<Record<keyof typeof enHistory, string>> = {
  'error.history-not-found': 'Questo record o questa revisione non esiste.',
  'error.history-page-not-found': 'La pagina della cronologia richiesta non esiste.',
  'field.revision': 'Revisione del record, dalla sua cronologia',
  'field.restored_fields': 'Ripristina solo questi campi; di norma tutti quelli cambiati da allora',
  'hint.field_names': 'Attesi nomi di campi separati da virgole.',
  'hint.existing_revision': 'Attesa una revisione della cronologia del record.',
  'audit.user': 'Solo le modifiche dell’utente con questo ID',
  'audit.kind': 'Solo le modifiche di record di questo tipo',
  'audit.record': 'Solo le modifiche del record con questo ID',
  'audit.action': 'Solo questa azione',
  'audit.channel': 'Solo le modifiche attraverso questo canale',
  'audit.from': 'Solo le modifiche da questo momento, inteso nel fuso orario del sito se non ha un offset',
  'audit.until': 'Solo le modifiche fino a questo momento, inteso nel fuso orario del sito se non ha un offset',
  'view.history_field': 'Nome del campo',
  'view.history_before': 'Valore prima della modifica; null se il record non esisteva',
  'view.history_after': 'Valore dopo la modifica; null se il record è stato eliminato',
  'view.history_revision': 'Revisione del record dopo la modifica; 0 per una voce senza record',
  'view.history_date': 'Momento della modifica, nel fuso orario del sito',
  'view.history_date_utc': 'Momento della modifica, UTC',
  'view.history_action': 'Che cosa è successo',
  'view.history_channel':
    'Origine della modifica: l’API, una pagina del servizio (admin), il server MCP, un’importazione, un’attività in background o la riga di comando',
  'view.history_user': 'Chi ha fatto la modifica; null senza utente. Solo gli amministratori vedono il nome di accesso',
  'view.history_changes': 'Campi modificati. Delle password, solo se ce n’è una',
  'view.history_id': 'ID della voce',
  'view.history_kind': 'Tipo del record',
  'view.history_record': 'ID del record; 0 se non ce n’è uno',
  'view.history_application':
    'Nome della password per applicazioni usata; vuoto se non ce n’è una. Per gli amministratori',
  'view.history_ip': 'Indirizzo IP del client; vuoto se non ce n’è uno. Per gli amministratori',
  'operation.listEventHistory': 'Elenca le modifiche di un evento, dalla più recente',
  'operation.listVenueHistory': 'Elenca le modifiche di un luogo, dalla più recente',
  'operation.listOrganizerHistory': 'Elenca le modifiche di un organizzatore, dalla più recente',
  'operation.listCategoryHistory': 'Elenca le modifiche di una categoria, dalla più recente',
  'operation.listTagHistory': 'Elenca le modifiche di un tag, dalla più recente',
  'operation.listSeriesHistory': 'Elenca le modifiche di una serie, dalla più recente',
  'operation.listMediaHistory': 'Elenca le modifiche di un’immagine, dalla più recente',
  'operation.restoreEventRevision':
    'Riporta un evento allo stato successivo a una modifica precedente; una normale modifica',
  'operation.restoreVenueRevision':
    'Riporta un luogo allo stato successivo a una modifica precedente; una normale modifica',
  'operation.restoreOrganizerRevision':
    'Riporta un organizzatore allo stato successivo a una modifica precedente; una normale modifica',
  'operation.restoreCategoryRevision':
    'Riporta una categoria allo stato successivo a una modifica precedente; una normale modifica',
  'operation.restoreTagRevision':
    'Riporta un tag allo stato successivo a una modifica precedente; una normale modifica',
  'operation.restoreSeriesRevision':
    'Riporta una serie allo stato successivo a una modifica precedente; una normale modifica',
  'operation.restoreMediaRevision':
    'Riporta un’immagine allo stato successivo a una modifica precedente; una normale modifica',
  'operation.listAudit': 'Elenca tutte le modifiche e gli accessi, dal più recente; per gli amministratori',
}
