export const messages = {
  resources: {
    webhooks: {
      name: 'Webhook |||| Webhooks',
      fields: {
        name: 'Name',
        url: 'URL',
        kinds: 'Records',
        view: 'Visible records',
        enabled: 'Enabled',
        disabled_reason: 'Disabled because',
      },
    },
  },
  webhooks: {
    name: 'Webhooks',
    log: 'Deliveries',
    ping: 'Send test',
    rotate: 'New secret',
    secret: 'Secret',
    secret_once: 'Copy the secret to the receiver now. It is shown only once.',
    secret_stored: 'I have copied it',
    state: 'State',
    all_states: 'All',
    states: {
      pending: 'pending',
      delivered: 'delivered',
      failed: 'failed',
      canceled: 'canceled',
    },
    time: 'Change',
    message: 'Message',
    response: 'Response',
    replay: 'Send again',
    replay_from: 'Changes since',
    replay_all: 'Send all again',
    queued: '%{smart_count} messages are sent again',
    no_deliveries: 'No deliveries yet',
    choices: {
      kinds: {
        event: 'Events',
        venue: 'Venues',
        organizer: 'Organizers',
        category: 'Categories',
        tag: 'Tags',
      },
      view: {
        public: 'As visitors see them',
        full: 'As editors see them',
      },
    },
  },
}
