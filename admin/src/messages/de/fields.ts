export const messages = {
  fields: {
    name: 'Zusätzliche Felder',
    add: 'Feld hinzufügen',
    edit: 'Feld bearbeiten',
    empty: 'Es sind keine Felder festgelegt.',
    label: 'Beschriftung',
    key: 'Schlüssel',
    type: 'Typ',
    options: 'Auswahlmöglichkeiten, eine je Zeile',
    kinds: 'Für',
    show_on_pages: 'Auf öffentlichen Seiten anzeigen',
    order: 'Position',
    confirm_delete: 'Das Feld %{name} löschen? Seine Werte bleiben erhalten, werden aber nicht mehr angezeigt.',
    types: { text: 'Text', number: 'Zahl', url: 'URL', choice: 'Auswahl', boolean: 'Ja oder nein' },
    of: { event: 'Veranstaltungen', venue: 'Orte', organizer: 'Veranstalter' },
  },
}
