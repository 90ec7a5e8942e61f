export const messages = {
  setup: {
    title: 'Configuri il calendario',
    account: 'Il suo account',
    site: 'Il suo sito',
    token: 'Token di configurazione',
    token_help: 'Il servizio lo mostra all’avvio.',
    finish: 'Crea il calendario',
    done: 'Il calendario è pronto',
    done_text: 'Inizi con un calendario vuoto, oppure esplori prima con eventi di esempio.',
    with_sample: 'Aggiungi un calendario di esempio',
    empty: 'Inizia vuoto',
    closed: 'Questo calendario è già configurato.',
    open_admin: 'Apri l’amministrazione',
  },
}
