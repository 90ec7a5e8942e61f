export const messages = {
  fields: {
    name: 'Campos adicionais',
    add: 'Adicionar um campo',
    edit: 'Editar um campo',
    empty: 'Não há campos definidos.',
    label: 'Etiqueta',
    key: 'Chave',
    type: 'Tipo',
    options: 'Opções, uma por linha',
    kinds: 'Para',
    show_on_pages: 'Mostrar nas páginas públicas',
    order: 'Posição',
    confirm_delete: 'Eliminar o campo %{name}? Os seus valores mantêm-se, mas deixam de ser mostrados.',
    types: { text: 'Texto', number: 'Número', url: 'URL', choice: 'Escolha', boolean: 'Sim ou não' },
    of: { event: 'Eventos', venue: 'Locais', organizer: 'Organizadores' },
  },
}
