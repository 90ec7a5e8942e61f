export const messages = {
  resources: {
    webhooks: {
      name: 'Webhook |||| Webhooks',
      fields: {
        name: 'Nome',
        url: 'URL',
        kinds: 'Registros',
        view: 'Registros visíveis',
        enabled: 'Ativo',
        disabled_reason: 'Desativado porque',
      },
    },
  },
  webhooks: {
    name: 'Webhooks',
    log: 'Entregas',
    ping: 'Enviar teste',
    rotate: 'Novo segredo',
    secret: 'Segredo',
    secret_once: 'Copie agora o segredo para o receptor. Ele é mostrado apenas uma vez.',
    secret_stored: 'Eu copiei',
    state: 'Estado',
    all_states: 'Todos',
    states: {
      pending: 'pendente',
      delivered: 'entregue',
      failed: 'falhou',
      canceled: 'cancelado',
    },
    time: 'Alteração',
    message: 'Mensagem',
    response: 'Resposta',
    replay: 'Reenviar',
    replay_from: 'Alterações desde',
    replay_all: 'Reenviar tudo',
    queued: '%{smart_count} mensagens serão reenviadas',
    no_deliveries: 'Nenhuma entrega',
    choices: {
      kinds: {
        event: 'Eventos',
        venue: 'Locais',
        organizer: 'Organizadores',
        category: 'Categorias',
        tag: 'Tags',
      },
      view: {
        public: 'Como os visitantes veem',
        full: 'Como os editores veem',
      },
    },
  },
}
