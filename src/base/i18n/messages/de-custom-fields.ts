import type { enCustomFields } from './en-custom-fields.ts'

export const deCustomFields: Readonly<Record<keyof typeof enCustomFields, string>> = {
  'tag.fields': 'Zusätzliche Felder von Veranstaltungen, Orten und Veranstaltern',
  'error.custom-field-not-found': 'Feld nicht gefunden.',
  'error.custom_field_exists': 'Es gibt bereits ein Feld mit diesem Schlüssel.',
  'error.too_many_custom_fields': 'Höchstens {limit} Felder sind möglich.',
  'hint.custom_text': 'Erwartet wird ein Text mit höchstens {limit} Bytes.',
  'hint.any_number': 'Erwartet wird eine Zahl.',
  'hint.custom_keys': 'Erwartet werden Schlüssel zusätzlicher Felder dieser Einträge: {names}.',
  'hint.custom_fields': 'Erwartet wird ein Objekt mit Werten unter den Schlüsseln zusätzlicher Felder.',
  'hint.custom_key':
    'Erwartet werden höchstens {limit} Buchstaben, Ziffern, „_“ und „-“, beginnend mit einem Buchstaben oder einem „_“.',
  'hint.custom_labels':
    'Erwartet wird ein Text oder ein Objekt mit Texten von höchstens {limit} Zeichen je Sprache: {names}.',
  'hint.custom_options':
    'Erwartet wird eine Liste mit höchstens {limit} verschiedenen Texten; eine Auswahl braucht mindestens einen, andere Typen keinen.',
  'operation.listFields': 'Zusätzliche Felder in ihrer Reihenfolge auflisten',
  'operation.createField': 'Ein zusätzliches Feld anlegen',
  'operation.getField': 'Ein zusätzliches Feld abrufen',
  'operation.updateField': 'Ein zusätzliches Feld ändern; nicht angegebene Angaben bleiben unverändert',
  'operation.deleteField': 'Ein zusätzliches Feld löschen; gespeicherte Werte bleiben erhalten und werden ausgeblendet',
  'custom_field.key': 'Schlüssel des Feldes, unter dem Einträge seinen Wert enthalten; er lässt sich nicht ändern',
  'custom_field.label':
    'Beschriftung je Sprache; ein Text ist die Beschriftung in der ersten Sprache der Website. Antworten zeigen sie in der Sprache ihrer URL',
  'custom_field.type': 'Typ der Werte. Werte eines anderen Typs werden nach einer Änderung ausgeblendet',
  'custom_field.options': 'Erlaubte Werte einer Auswahl',
  'custom_field.kinds': 'Arten von Einträgen, die das Feld haben; standardmäßig alle',
  'custom_field.show_on_pages': 'Ob öffentliche Seiten die Werte zeigen; standardmäßig ja',
  'custom_field.order': 'Position in Formularen, Seiten und Antworten; standardmäßig am Ende',
  'field.custom_fields':
    'Werte zusätzlicher Felder unter ihrem Schlüssel; {"label", "value"} wie in Antworten ist ebenfalls möglich. Ein leerer Wert entfernt einen, andere Schlüssel bleiben unverändert',
  'list.custom_fields':
    'Werte zusätzlicher Felder unter ihrem Schlüssel, etwa custom_fields[age]=18; Einträge müssen alle haben',
  'word.yes': 'Ja',
  'word.no': 'Nein',
}
