import type { enCustomFields } from './en-custom-fields.ts'

export const esCustomFields: Readonly<Record<keyof typeof enCustomFields, string>> = {
  'tag.fields': 'Campos adicionales de eventos, lugares y organizadores',
  'error.custom-field-not-found': 'Campo no encontrado.',
  'error.custom_field_exists': 'Ya existe un campo con esta clave.',
  'error.too_many_custom_fields': 'Se pueden definir como máximo {limit} campos.',
  'hint.custom_text': 'Se esperaba un texto de {limit} bytes como máximo.',
  'hint.any_number': 'Se esperaba un número.',
  'hint.custom_keys': 'Se esperaban claves de campos adicionales de estos registros: {names}.',
  'hint.custom_fields': 'Se esperaba un objeto con valores según las claves de los campos adicionales.',
  'hint.custom_key': 'Se esperaban como máximo {limit} letras, cifras, «_» y «-», empezando por una letra o un «_».',
  'hint.custom_labels':
    'Se esperaba un texto o un objeto con textos de {limit} caracteres como máximo por idioma: {names}.',
  'hint.custom_options':
    'Se esperaba una lista de {limit} textos distintos como máximo; una selección necesita al menos uno, los demás tipos ninguno.',
  'operation.listFields': 'Listar los campos adicionales en su orden',
  'operation.createField': 'Crear un campo adicional',
  'operation.getField': 'Obtener un campo adicional',
  'operation.updateField': 'Modificar un campo adicional; lo omitido no cambia',
  'operation.deleteField': 'Eliminar un campo adicional; los valores guardados se conservan y se ocultan',
  'custom_field.key': 'Clave del campo, con la que los registros contienen su valor; no se puede cambiar',
  'custom_field.label':
    'Etiqueta por idioma; un texto es la etiqueta en el primer idioma del sitio. Las respuestas la muestran en el idioma de su URL',
  'custom_field.type': 'Tipo de los valores. Los valores de otro tipo se ocultan tras un cambio',
  'custom_field.options': 'Valores permitidos de una selección',
  'custom_field.kinds': 'Tipos de registros que tienen el campo; todos por defecto',
  'custom_field.show_on_pages': 'Si las páginas públicas muestran los valores; sí por defecto',
  'custom_field.order': 'Posición en formularios, páginas y respuestas; la última por defecto',
  'field.custom_fields':
    'Valores de los campos adicionales por clave; también se acepta {"label", "value"} como en las respuestas. Un valor vacío elimina uno y las demás claves no cambian',
  'list.custom_fields':
    'Valores de los campos adicionales por clave, como custom_fields[age]=18; los registros deben tenerlos todos',
  'word.yes': 'Sí',
  'word.no': 'No',
}
