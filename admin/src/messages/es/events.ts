export const messages = {
  resources: { events: { name: 'Evento |||| Eventos' } },
  events: { name: 'Eventos' },
}
