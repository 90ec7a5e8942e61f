export const messages = {
  resources: {
    webhooks: {
      name: 'Webhook |||| Webhooks',
      fields: {
        name: 'Name',
        url: 'URL',
        kinds: 'Einträge',
        view: 'Sichtbare Einträge',
        enabled: 'Aktiv',
        disabled_reason: 'Deaktiviert, weil',
      },
    },
  },
  webhooks: {
    name: 'Webhooks',
    log: 'Zustellungen',
    ping: 'Test senden',
    rotate: 'Neues Geheimnis',
    secret: 'Geheimnis',
    secret_once: 'Kopieren Sie das Geheimnis jetzt zum Empfänger. Es wird nur einmal angezeigt.',
    secret_stored: 'Ich habe es kopiert',
    state: 'Zustand',
    all_states: 'Alle',
    states: {
      pending: 'ausstehend',
      delivered: 'zugestellt',
      failed: 'fehlgeschlagen',
      canceled: 'abgebrochen',
    },
    time: 'Änderung',
    message: 'Nachricht',
    response: 'Antwort',
    replay: 'Erneut senden',
    replay_from: 'Änderungen seit',
    replay_all: 'Alle erneut senden',
    queued: '%{smart_count} Nachrichten werden erneut gesendet',
    no_deliveries: 'Noch keine Zustellungen',
    choices: {
      kinds: {
        event: 'Veranstaltungen',
        venue: 'Veranstaltungsorte',
        organizer: 'Veranstalter',
        category: 'Kategorien',
        tag: 'Schlagwörter',
      },
      view: {
        public: 'Wie Besucher sie sehen',
        full: 'Wie Redakteure sie sehen',
      },
    },
  },
}
