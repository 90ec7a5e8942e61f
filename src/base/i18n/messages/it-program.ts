import type { enProgram } from './en-program.ts'

export const itProgram: Readonly<Record<keyof typeof enProgram, string>> = {
  'error.not_combined': 'Questo campo non può essere combinato con {names}.',
  'error.too_many_copies': 'Sono selezionati più di {limit} eventi. Copiare un periodo più breve.',
  'error.copy_selection': 'Senza include sono richiesti il primo e l’ultimo giorno.',
  'event.shift_days':
    'Sposta l’evento di questo numero di giorni alla stessa ora locale, indietro se negativo; non insieme a date',
  'event.categories_add': 'ID delle categorie da aggiungere; non insieme a categories',
  'event.categories_remove': 'ID delle categorie da rimuovere; non insieme a categories',
  'list.author': 'Solo eventi di questi autori, per ID dell’utente',
  'list.has_image': 'true: solo eventi con immagine; false: solo eventi senza immagine',
  'list.has_venue': 'true: solo eventi con luogo; false: solo eventi senza luogo',
  'copy.start_date': 'Primo giorno: sono copiati gli eventi che iniziano da questo giorno',
  'copy.end_date': 'Ultimo giorno: sono copiati gli eventi che iniziano fino a questo giorno',
  'copy.include': 'ID degli eventi da copiare, invece di un periodo',
  'copy.exclude': 'ID degli eventi che non sono copiati',
  'copy.days': 'Giorni tra un evento e la sua copia, alla stessa ora locale; 7 per la settimana successiva',
  'copy.status': 'Stato delle copie; draft se omesso',
  'copy.occurrences':
    'Indica se copiare anche gli eventi di serie; false se omesso, perché le serie creano i propri eventi',
  'operation.copyEvents': 'Copiare gli eventi di un periodo in altri giorni',
  'operation.listEventAuthors': 'Elencare gli autori di eventi, per il filtro per autore',
  'view.copy_source': 'ID dell’evento copiato',
  'view.copies': 'Le copie, in ordine di inizio',
  'view.copies_skipped': 'Eventi non copiati, perché ne esiste uno con lo stesso titolo e inizio',
  'view.copies_total': 'Numero di copie',
  'view.authors': 'Utenti con eventi',
  'view.author_name': 'Nome dell’utente, o il nome di accesso se non ha un nome',
}
