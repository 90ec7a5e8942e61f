export const messages = {
  fields: {
    name: 'Champs supplémentaires',
    add: 'Ajouter un champ',
    edit: 'Modifier un champ',
    empty: 'Aucun champ n’est défini.',
    label: 'Libellé',
    key: 'Clé',
    type: 'Type',
    options: 'Options, une par ligne',
    kinds: 'Pour',
    show_on_pages: 'Afficher sur les pages publiques',
    order: 'Position',
    confirm_delete: 'Supprimer le champ %{name} ? Ses valeurs sont conservées, mais ne sont plus affichées.',
    types: { text: 'Texte', number: 'Nombre', url: 'URL', choice: 'Choix', boolean: 'Oui ou non' },
    of: { event: 'Évènements', venue: 'Lieux', organizer: 'Organisateurs' },
  },
}
