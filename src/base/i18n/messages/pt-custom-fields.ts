import type { enCustomFields } from './en-custom-fields.ts'

export const ptCustomFields: Readonly<Record<keyof typeof enCustomFields, string>> = {
  'tag.fields': 'Campos adicionais de eventos, locais e organizadores',
  'error.custom-field-not-found': 'Campo não encontrado.',
  'error.custom_field_exists': 'Já existe um campo com esta chave.',
  'error.too_many_custom_fields': 'Podem ser definidos no máximo {limit} campos.',
  'hint.custom_text': 'Era esperado um texto com {limit} bytes, no máximo.',
  'hint.any_number': 'Era esperado um número.',
  'hint.custom_keys': 'Eram esperadas chaves de campos adicionais destes registos: {names}.',
  'hint.custom_fields': 'Era esperado um objeto com valores por chave dos campos adicionais.',
  'hint.custom_key':
    'Eram esperados no máximo {limit} letras, algarismos, «_» e «-», começando por uma letra ou um «_».',
  'hint.custom_labels':
    'Era esperado um texto, ou um objeto com textos de {limit} caracteres, no máximo, por língua: {names}.',
  'hint.custom_options':
    'Era esperada uma lista de {limit} textos diferentes, no máximo; uma escolha precisa de pelo menos um, os outros tipos de nenhum.',
  'operation.listFields': 'Listar os campos adicionais pela sua ordem',
  'operation.createField': 'Criar um campo adicional',
  'operation.getField': 'Obter um campo adicional',
  'operation.updateField': 'Alterar um campo adicional; o que é omitido não muda',
  'operation.deleteField': 'Eliminar um campo adicional; os valores guardados mantêm-se e ficam ocultos',
  'custom_field.key': 'Chave do campo, com que os registos contêm o seu valor; não pode ser alterada',
  'custom_field.label':
    'Etiqueta por língua; um texto é a etiqueta na primeira língua do site. As respostas mostram-na na língua do seu URL',
  'custom_field.type': 'Tipo dos valores. Depois de uma alteração, os valores de outro tipo ficam ocultos',
  'custom_field.options': 'Valores permitidos de uma escolha',
  'custom_field.kinds': 'Tipos de registos que têm o campo; todos por predefinição',
  'custom_field.show_on_pages': 'Se as páginas públicas mostram os valores; sim por predefinição',
  'custom_field.order': 'Posição em formulários, páginas e respostas; a última por predefinição',
  'field.custom_fields':
    'Valores dos campos adicionais por chave; também é aceite {"label", "value"} como nas respostas. Um valor vazio remove um, as outras chaves não mudam',
  'list.custom_fields':
    'Valores dos campos adicionais por chave, como custom_fields[age]=18; os registos devem ter todos',
  'word.yes': 'Sim',
  'word.no': 'Não',
}
