export const messages = {
  fields: {
    name: 'Extra velden',
    add: 'Veld toevoegen',
    edit: 'Veld bewerken',
    empty: 'Er zijn geen velden gedefinieerd.',
    label: 'Label',
    key: 'Sleutel',
    type: 'Type',
    options: 'Opties, één per regel',
    kinds: 'Voor',
    show_on_pages: 'Tonen op openbare pagina’s',
    order: 'Positie',
    confirm_delete: 'Het veld %{name} verwijderen? De waarden blijven bewaard, maar worden niet meer getoond.',
    types: { text: 'Tekst', number: 'Getal', url: 'URL', choice: 'Keuze', boolean: 'Ja of nee' },
    of: { event: 'Evenementen', venue: 'Locaties', organizer: 'Organisatoren' },
  },
}
