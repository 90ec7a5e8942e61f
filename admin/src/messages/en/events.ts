export const messages = {
  resources: { events: { name: 'Event |||| Events' } },
  events: { name: 'Events' },
}
