/** Errors and descriptions of additional fields. */
export const enCustomFields = {
  'tag.fields': 'Additional fields of events, venues and organizers',
  'error.custom-field-not-found': 'Field not found.',
  'error.custom_field_exists': 'A field with this key exists already.',
  'error.too_many_custom_fields': 'At most {limit} fields can be defined.',
  'hint.custom_text': 'Expected text of at most {limit} bytes.',
  'hint.any_number': 'Expected a number.',
  'hint.custom_keys': 'Expected keys of additional fields of these records: {names}.',
  'hint.custom_fields': 'Expected an object with values by the keys of additional fields.',
  'hint.custom_key': 'Expected at most {limit} letters, digits, "_" and "-", beginning with a letter or one "_".',
  'hint.custom_labels': 'Expected text, or an object with texts of at most {limit} characters by language: {names}.',
  'hint.custom_options':
    'Expected a list of at most {limit} different texts; a choice needs at least one, other types none.',
  'operation.listFields': 'List the additional fields, in their order',
  'operation.createField': 'Create an additional field',
  'operation.getField': 'Get an additional field',
  'operation.updateField': 'Update an additional field; omitted members are unchanged',
  'operation.deleteField': 'Delete an additional field; stored values are kept and hidden',
  'custom_field.key': 'Key of the field, by which records contain its value; it cannot be changed',
  'custom_field.label':
    'Label by language; a text is the label in the first language of the site. Responses show it in the language of their URL',
  'custom_field.type': 'Type of the values. Values of another type are hidden after a change',
  'custom_field.options': 'Allowed values of a choice',
  'custom_field.kinds': 'Kinds of records that have the field; all by default',
  'custom_field.show_on_pages': 'Whether public pages show the values; true by default',
  'custom_field.order': 'Position in forms, pages and responses; last by default',
  'field.custom_fields':
    'Values of additional fields by key; {"label", "value"} as in responses is accepted too. An empty value removes one, and other keys are unchanged',
  'list.custom_fields':
    'Values of additional fields by key, such as custom_fields[age]=18; records must have all of them',
  'word.yes': 'Yes',
  'word.no': 'No',
} as const
