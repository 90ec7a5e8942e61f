import type { enImports } from './en-imports.ts'

export const itImports: Readonly<Record<keyof typeof enImports, string>> = {
  'tag.imports': 'File e siti importati una sola volta',
  'tag.exports': 'Download di tutti i record',
  'error.import-not-found': 'Importazione non trovata.',
  'error.import-page-not-found': 'La pagina richiesta di importazioni o risultati non esiste.',
  'error.import-busy':
    'Un’attività di questa importazione è in attesa o in corso. Attenda che finisca o la interrompa.',
  'error.import-not-runnable':
    'Non c’è nulla da importare: il file è già stato importato, è stato eliminato o non è leggibile.',
  'error.import-not-undoable':
    'Questa importazione non può essere annullata: non ha modificato nulla, è già stata annullata o è precedente alla cronologia.',
  'hint.import_mapping':
    'È atteso un oggetto con “kind”, “columns”, “delimiter” o “dates”, le cui colonne sono nomi di campi.',
  'hint.import_categories': 'Sono attesi al massimo 20 nomi di categorie.',
  'operation.listImports': 'Elencare le importazioni, dalla più recente',
  'operation.createImport':
    'Importare da un URL: un file o un sito. Viene esaminato subito e non si scrive ancora nulla',
  'operation.uploadImport': 'Caricare un file da importare. Viene esaminato subito e non si scrive ancora nulla',
  'operation.getImport': 'Ottenere un’importazione con il suo avanzamento',
  'operation.updateImport':
    'Modificare le impostazioni di un’importazione prima dell’esecuzione; i campi omessi restano invariati',
  'operation.deleteImport': 'Eliminare un’importazione con il file e i risultati; i record importati restano',
  'operation.previewImport':
    'Calcolare che cosa cambierebbe un’importazione, senza cambiare nulla; Location è l’URL dell’importazione',
  'operation.runImport': 'Eseguire un’importazione in background; Location è l’URL dell’importazione',
  'operation.undoImport':
    'Annullare un’importazione: eliminare ciò che ha creato e ripristinare ciò che ha modificato, salvo i record modificati in seguito',
  'operation.stopImport': 'Interrompere l’attività di un’importazione; ciò che è stato scritto resta',
  'operation.listImportResults': 'Elencare i record dell’ultima anteprima, importazione o annullamento',
  'operation.exportRecords': 'Esportare tutti i record, uno per riga, senza file di immagini',
  'operation.exportWordpress': 'Esportare tutti i record come WordPress',
  'operation.exportCalendar': 'Esportare gli eventi in qualsiasi stato come iCalendar',
  'operation.exportEvents': 'Esportare gli eventi come CSV con le colonne di The Events Calendar',
  'operation.exportVenues': 'Esportare i luoghi come CSV con le colonne di The Events Calendar',
  'operation.exportOrganizers': 'Esportare gli organizzatori come CSV con le colonne di The Events Calendar',
  'operation.listEventsAsProgram':
    'Elencare gli eventi per giorno come pagina HTML per elaboratori di testo; restituisce tutti quelli corrispondenti se non si richiede una pagina',
  'import.id': 'ID dell’importazione',
  'import.name': 'Nome del file caricato; vuoto per un URL',
  'import.url': 'URL di un file, pagina o sito; vuoto per un file caricato',
  'import.file': 'File da importare, al massimo 64 MiB',
  'import.size': 'Dimensione del file archiviato in byte; 0 dopo l’importazione o dopo 7 giorni',
  'import.channel': 'api: richiesta da un amministratore; command: eseguita con calends import',
  'import.user': 'ID dell’amministratore; 0 per la riga di comando',
  'import.format': 'Formato del file; vuoto se viene rilevato',
  'import.detected_format': 'Formato rilevato; vuoto prima',
  'import.record_status':
    'Stato dei nuovi record di calendari e tabelle; vuoto per quello del file o altrimenti publish',
  'import.categories':
    'Nomi delle categorie che ogni evento di un calendario o di una tabella riceve oltre alle proprie',
  'import.images': 'Se le immagini vengono scaricate dai loro URL; true per impostazione predefinita',
  'import.mapping':
    'Per le tabelle: colonne per intestazione (un nome vuoto la ignora), tipo, separatore e ordine delle date',
  'import.table':
    'Colonne trovate in una tabella, con i primi valori e l’associazione proposta; null per altri formati',
  'import.task': 'Ultima attività richiesta',
  'import.status': 'Stato dell’attività',
  'import.done': 'Numero di record elaborati',
  'import.total': 'Numero di record dell’attività; 0 finché è sconosciuto',
  'import.counts': 'Numeri di record per esito',
  'import.can_run': 'Se si può richiedere un’anteprima o l’importazione',
  'import.can_undo': 'Se l’importazione può essere annullata',
  'import.imported': 'Momento in cui l’importazione ha iniziato a scrivere, UTC; prima null',
  'import.undone': 'Momento in cui l’importazione è stata annullata, UTC; prima null',
  'import.undo_preview': 'Calcola solo che cosa verrebbe annullato',
  'import.result_outcome':
    'Che cosa è successo o succederebbe al record. conflict: è stato modificato qui e resta com’è',
  'import.result_kind': 'Tipo del record; vuoto per parti del file che non sono record',
  'import.result_record': 'ID del record; 0 se non esiste',
  'import.result_location': 'File e riga del record',
  'import.result_details': 'Nomi dei campi modificati, o il motivo, in inglese',
}
