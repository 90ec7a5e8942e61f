export const messages = {
  resources: { events: { name: 'Veranstaltung |||| Veranstaltungen' } },
  events: { name: 'Veranstaltungen' },
}
