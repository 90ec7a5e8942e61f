export const messages = {
  resources: { events: { name: 'Événement |||| Événements' } },
  events: { name: 'Événements' },
}
