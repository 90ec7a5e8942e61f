export const messages = {
  resources: {
    webhooks: {
      name: 'Webhook |||| Webhooks',
      fields: {
        name: 'Nombre',
        url: 'URL',
        kinds: 'Registros',
        view: 'Registros visibles',
        enabled: 'Activo',
        disabled_reason: 'Desactivado porque',
      },
    },
  },
  webhooks: {
    name: 'Webhooks',
    log: 'Entregas',
    ping: 'Enviar prueba',
    rotate: 'Nuevo secreto',
    secret: 'Secreto',
    secret_once: 'Copie ahora el secreto al receptor. Solo se muestra una vez.',
    secret_stored: 'Lo he copiado',
    state: 'Estado',
    all_states: 'Todos',
    states: {
      pending: 'pendiente',
      delivered: 'entregado',
      failed: 'fallido',
      canceled: 'cancelado',
    },
    time: 'Cambio',
    message: 'Mensaje',
    response: 'Respuesta',
    replay: 'Reenviar',
    replay_from: 'Cambios desde',
    replay_all: 'Reenviar todo',
    queued: 'Se reenvían %{smart_count} mensajes',
    no_deliveries: 'Aún no hay entregas',
    choices: {
      kinds: {
        event: 'Eventos',
        venue: 'Lugares',
        organizer: 'Organizadores',
        category: 'Categorías',
        tag: 'Etiquetas',
      },
      view: {
        public: 'Como los ven los visitantes',
        full: 'Como los ven los editores',
      },
    },
  },
}
