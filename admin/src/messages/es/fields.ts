export const messages = {
  fields: {
    name: 'Campos adicionales',
    add: 'Añadir un campo',
    edit: 'Editar un campo',
    empty: 'No hay campos definidos.',
    label: 'Etiqueta',
    key: 'Clave',
    type: 'Tipo',
    options: 'Opciones, una por línea',
    kinds: 'Para',
    show_on_pages: 'Mostrar en las páginas públicas',
    order: 'Posición',
    confirm_delete: '¿Eliminar el campo %{name}? Sus valores se conservan, pero ya no se muestran.',
    types: { text: 'Texto', number: 'Número', url: 'URL', choice: 'Selección', boolean: 'Sí o no' },
    of: { event: 'Eventos', venue: 'Lugares', organizer: 'Organizadores' },
  },
}
