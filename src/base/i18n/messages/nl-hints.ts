import type { enHints } from './en-hints.ts'

export const nlHints: Readonly<Record<keyof typeof enHints, string>> = {
  'hint.received': 'Ontvangen: {value}.',
  'hint.received_list': 'Ontvangen: een lijst.',
  'hint.received_object': 'Ontvangen: een object.',
  'hint.not_permitted': 'U mag deze waarde niet gebruiken.',
  'hint.boolean': 'Verwacht: true of false.',
  'hint.positive_integer': 'Verwacht: een geheel getal vanaf 1.',
  'hint.positive_integers': 'Verwacht: gehele getallen vanaf 1, gescheiden door komma’s of als lijst.',
  'hint.number': 'Verwacht: een getal van {min} tot en met {max}.',
  'hint.number_above': 'Verwacht: een getal groter dan {min} en hoogstens {max}.',
  'hint.one_of': 'Verwacht: een van deze waarden: {names}.',
  'hint.names': 'Verwacht: een of meer van deze waarden, gescheiden door komma’s of als lijst: {names}.',
  'hint.text': 'Verwacht: een tekst die niet leeg is.',
  'hint.optional_text': 'Verwacht: een tekst.',
  'hint.date':
    'Verwacht: een datum, bijvoorbeeld "2027-05-01", "2027-05-01 10:00", "2027-05-01T10:00:00Z" of "tomorrow 9am".',
  'hint.timezone': 'Verwacht: een tijdzone, bijvoorbeeld "Europe/Berlin" of "UTC+5:30".',
  'hint.timezone_nearest': 'Verwacht: een tijdzone. Is "{name}" bedoeld?',
  'hint.url': 'Verwacht: een absolute URL, bijvoorbeeld "https://example.com/".',
  'hint.image':
    'Verwacht: de ID van een afbeelding in de mediabibliotheek, of de http- of https-URL van een afbeelding.',
  'hint.cost': 'Verwacht: een tekst, een getal of een lijst daarvan, met in totaal hoogstens 1000 tekens.',
  'hint.tickets': 'Verwacht: een lijst van objecten, elk met "name" en "price".',
  'hint.external_id': 'Verwacht: een bron en een ID, bijvoorbeeld "meetup:4711", met hoogstens {limit} bytes.',
  'hint.existing_id': 'Verwacht: de ID van een bestaand record.',
  'hint.existing_slug': 'Verwacht: de slug van een bestaand record.',
  'hint.user_id': 'Verwacht: de ID van een bestaande gebruiker.',
  'hint.event_id': 'Verwacht: de ID van een bestaand evenement.',
  'hint.record_id':
    'Verwacht: de ID van een bestaand evenement, een bestaande locatie of een bestaande organisator, of 0 voor geen.',
  'hint.parent_event': 'Verwacht: de ID van een evenement dat u mag bewerken, of 0 voor geen.',
  'hint.venue_ids': 'Verwacht: ID’s van bestaande locaties, gescheiden door komma’s of als lijst.',
  'hint.organizer_ids': 'Verwacht: ID’s van bestaande organisatoren, gescheiden door komma’s of als lijst.',
  'hint.venue_links':
    'Verwacht: de ID van een bestaande locatie, of een object met "venue" en de andere velden van een nieuwe.',
  'hint.organizer_links':
    'Verwacht: ID’s van bestaande organisatoren, of objecten met "organizer" en de andere velden van nieuwe.',
  'hint.category_id': 'Verwacht: de ID van een bestaande categorie.',
  'hint.parent_category': 'Verwacht: de ID van een bestaande categorie, of 0 voor het hoogste niveau.',
  'hint.category_keys':
    'Verwacht: ID’s, slugs of namen van bestaande categorieën, gescheiden door komma’s of als lijst.',
  'hint.tag_keys': 'Verwacht: ID’s, slugs of namen van bestaande tags, gescheiden door komma’s of als lijst.',
  'hint.term_keys': 'Verwacht: ID’s, slugs of namen, gescheiden door komma’s of als lijst.',
  'hint.slugs': 'Verwacht: slugs, gescheiden door komma’s of als lijst.',
  'hint.uuid': 'Verwacht: een UUID.',
  'hint.date_text': 'Verwacht wordt een datum in woorden, bijvoorbeeld ‘vr 20-23 uur’ of ‘5 dec 10:00, 90 min’.',
}
