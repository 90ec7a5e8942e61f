import type { enCustomFields } from './en-custom-fields.ts'

export const nlCustomFields: Readonly<Record<keyof typeof enCustomFields, string>> = {
  'tag.fields': 'Extra velden van evenementen, locaties en organisatoren',
  'error.custom-field-not-found': 'Veld niet gevonden.',
  'error.custom_field_exists': 'Er bestaat al een veld met deze sleutel.',
  'error.too_many_custom_fields': 'Er zijn hoogstens {limit} velden mogelijk.',
  'hint.custom_text': 'Verwacht wordt tekst van hoogstens {limit} bytes.',
  'hint.any_number': 'Verwacht wordt een getal.',
  'hint.custom_keys': 'Verwacht worden sleutels van extra velden van deze items: {names}.',
  'hint.custom_fields': 'Verwacht wordt een object met waarden per sleutel van extra velden.',
  'hint.custom_key':
    'Verwacht worden hoogstens {limit} letters, cijfers, "_" en "-", beginnend met een letter of één "_".',
  'hint.custom_labels':
    'Verwacht wordt tekst, of een object met teksten van hoogstens {limit} tekens per taal: {names}.',
  'hint.custom_options':
    'Verwacht wordt een lijst van hoogstens {limit} verschillende teksten; een keuze heeft er minstens één nodig, andere typen geen.',
  'operation.listFields': 'De extra velden in hun volgorde weergeven',
  'operation.createField': 'Een extra veld aanmaken',
  'operation.getField': 'Een extra veld ophalen',
  'operation.updateField': 'Een extra veld wijzigen; wat ontbreekt, blijft ongewijzigd',
  'operation.deleteField': 'Een extra veld verwijderen; opgeslagen waarden blijven bewaard en worden verborgen',
  'custom_field.key': 'Sleutel van het veld, waaronder items de waarde bevatten; kan niet worden gewijzigd',
  'custom_field.label':
    'Label per taal; een tekst is het label in de eerste taal van de site. Antwoorden tonen het in de taal van hun URL',
  'custom_field.type': 'Type van de waarden. Na een wijziging worden waarden van een ander type verborgen',
  'custom_field.options': 'Toegestane waarden van een keuze',
  'custom_field.kinds': 'Soorten items die het veld hebben; standaard alle',
  'custom_field.show_on_pages': 'Of openbare pagina’s de waarden tonen; standaard ja',
  'custom_field.order': 'Positie in formulieren, pagina’s en antwoorden; standaard achteraan',
  'field.custom_fields':
    'Waarden van extra velden per sleutel; {"label", "value"} zoals in antwoorden mag ook. Een lege waarde verwijdert er een, andere sleutels blijven ongewijzigd',
  'list.custom_fields':
    'Waarden van extra velden per sleutel, zoals custom_fields[age]=18; items moeten ze allemaal hebben',
  'word.yes': 'Ja',
  'word.no': 'Nee',
}
