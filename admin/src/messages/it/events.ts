export const messages = {
  resources: { events: { name: 'Evento |||| Eventi' } },
  events: { name: 'Eventi' },
}
