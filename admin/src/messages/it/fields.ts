export const messages = {
  fields: {
    name: 'Campi aggiuntivi',
    add: 'Aggiungi un campo',
    edit: 'Modifica un campo',
    empty: 'Nessun campo definito.',
    label: 'Etichetta',
    key: 'Chiave',
    type: 'Tipo',
    options: 'Opzioni, una per riga',
    kinds: 'Per',
    show_on_pages: 'Mostra sulle pagine pubbliche',
    order: 'Posizione',
    confirm_delete: 'Eliminare il campo %{name}? I suoi valori restano, ma non sono più visibili.',
    types: { text: 'Testo', number: 'Numero', url: 'URL', choice: 'Scelta', boolean: 'Sì o no' },
    of: { event: 'Eventi', venue: 'Luoghi', organizer: 'Organizzatori' },
  },
}
