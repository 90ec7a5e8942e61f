export const messages = {
  resources: { events: { name: 'Evenement |||| Evenementen' } },
  events: { name: 'Evenementen' },
}
