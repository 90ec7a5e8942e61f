export const messages = {
  fields: {
    name: 'Additional fields',
    add: 'Add a field',
    edit: 'Edit a field',
    empty: 'No fields are defined.',
    label: 'Label',
    key: 'Key',
    type: 'Type',
    options: 'Options, one per line',
    kinds: 'For',
    show_on_pages: 'Shown on public pages',
    order: 'Position',
    confirm_delete: 'Delete the field %{name}? Its values are kept, but not shown any more.',
    types: { text: 'Text', number: 'Number', url: 'URL', choice: 'Choice', boolean: 'Yes or no' },
    of: { event: 'Events', venue: 'Venues', organizer: 'Organizers' },
  },
}
