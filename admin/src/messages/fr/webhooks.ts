export const messages = {
  resources: {
    webhooks: {
      name: 'Webhook |||| Webhooks',
      fields: {
        name: 'Nom',
        url: 'URL',
        kinds: 'Enregistrements',
        view: 'Enregistrements visibles',
        enabled: 'Actif',
        disabled_reason: 'Désactivé car',
      },
    },
  },
  webhooks: {
    name: 'Webhooks',
    log: 'Livraisons',
    ping: 'Envoyer un test',
    rotate: 'Nouveau secret',
    secret: 'Secret',
    secret_once: 'Copiez maintenant le secret chez le destinataire. Il n’est affiché qu’une fois.',
    secret_stored: 'Je l’ai copié',
    state: 'État',
    all_states: 'Tous',
    states: {
      pending: 'en attente',
      delivered: 'livré',
      failed: 'échec',
      canceled: 'annulé',
    },
    time: 'Modification',
    message: 'Message',
    response: 'Réponse',
    replay: 'Renvoyer',
    replay_from: 'Modifications depuis',
    replay_all: 'Tout renvoyer',
    queued: '%{smart_count} messages sont renvoyés',
    no_deliveries: 'Aucune livraison',
    choices: {
      kinds: {
        event: 'Événements',
        venue: 'Lieux',
        organizer: 'Organisateurs',
        category: 'Catégories',
        tag: 'Étiquettes',
      },
      view: {
        public: 'Comme les visiteurs les voient',
        full: 'Comme les éditeurs les voient',
      },
    },
  },
}
