export const messages = {
  resources: {
    webhooks: {
      name: 'Webhook |||| Webhooks',
      fields: {
        name: 'Nome',
        url: 'URL',
        kinds: 'Record',
        view: 'Record visibili',
        enabled: 'Attivo',
        disabled_reason: 'Disattivato perché',
      },
    },
  },
  webhooks: {
    name: 'Webhooks',
    log: 'Consegne',
    ping: 'Invia prova',
    rotate: 'Nuovo segreto',
    secret: 'Segreto',
    secret_once: 'Copi ora il segreto nel destinatario. Viene mostrato una sola volta.',
    secret_stored: 'L’ho copiato',
    state: 'Stato',
    all_states: 'Tutti',
    states: {
      pending: 'in attesa',
      delivered: 'consegnato',
      failed: 'non riuscito',
      canceled: 'annullato',
    },
    time: 'Modifica',
    message: 'Messaggio',
    response: 'Risposta',
    replay: 'Invia di nuovo',
    replay_from: 'Modifiche da',
    replay_all: 'Invia tutto di nuovo',
    queued: 'Vengono reinviati %{smart_count} messaggi',
    no_deliveries: 'Nessuna consegna',
    choices: {
      kinds: {
        event: 'Eventi',
        venue: 'Luoghi',
        organizer: 'Organizzatori',
        category: 'Categorie',
        tag: 'Tag',
      },
      view: {
        public: 'Come li vedono i visitatori',
        full: 'Come li vedono gli editori',
      },
    },
  },
}
