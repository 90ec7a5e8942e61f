export const messages = {
  resources: {
    webhooks: {
      name: 'Webhook |||| Webhooks',
      fields: {
        name: 'Naam',
        url: 'URL',
        kinds: 'Records',
        view: 'Zichtbare records',
        enabled: 'Actief',
        disabled_reason: 'Uitgeschakeld omdat',
      },
    },
  },
  webhooks: {
    name: 'Webhooks',
    log: 'Afleveringen',
    ping: 'Test versturen',
    rotate: 'Nieuw geheim',
    secret: 'Geheim',
    secret_once: 'Kopieer het geheim nu naar de ontvanger. Het wordt maar één keer getoond.',
    secret_stored: 'Ik heb het gekopieerd',
    state: 'Toestand',
    all_states: 'Alle',
    states: {
      pending: 'in afwachting',
      delivered: 'afgeleverd',
      failed: 'mislukt',
      canceled: 'geannuleerd',
    },
    time: 'Wijziging',
    message: 'Bericht',
    response: 'Antwoord',
    replay: 'Opnieuw versturen',
    replay_from: 'Wijzigingen sinds',
    replay_all: 'Alles opnieuw versturen',
    queued: '%{smart_count} berichten worden opnieuw verstuurd',
    no_deliveries: 'Nog geen afleveringen',
    choices: {
      kinds: {
        event: 'Evenementen',
        venue: 'Locaties',
        organizer: 'Organisatoren',
        category: 'Categorieën',
        tag: 'Tags',
      },
      view: {
        public: 'Zoals bezoekers ze zien',
        full: 'Zoals redacteuren ze zien',
      },
    },
  },
}
