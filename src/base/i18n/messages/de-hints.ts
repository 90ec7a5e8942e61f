import type { enHints } from './en-hints.ts'

export const deHints: Readonly<Record<keyof typeof enHints, string>> = {
  'hint.received': 'Empfangen: {value}.',
  'hint.received_list': 'Empfangen: eine Liste.',
  'hint.received_object': 'Empfangen: ein Objekt.',
  'hint.not_permitted': 'Sie dürfen diesen Wert nicht verwenden.',
  'hint.boolean': 'Erwartet wird true oder false.',
  'hint.positive_integer': 'Erwartet wird eine ganze Zahl ab 1.',
  'hint.positive_integers': 'Erwartet werden ganze Zahlen ab 1, durch Kommas getrennt oder als Liste.',
  'hint.number': 'Erwartet wird eine Zahl von {min} bis {max}.',
  'hint.number_above': 'Erwartet wird eine Zahl größer als {min} und höchstens {max}.',
  'hint.one_of': 'Erwartet wird einer dieser Werte: {names}.',
  'hint.names': 'Erwartet werden einer oder mehrere dieser Werte, durch Kommas getrennt oder als Liste: {names}.',
  'hint.text': 'Erwartet wird ein nicht leerer Text.',
  'hint.optional_text': 'Erwartet wird ein Text.',
  'hint.date':
    'Erwartet wird ein Datum, zum Beispiel "2027-05-01", "2027-05-01 10:00", "2027-05-01T10:00:00Z" oder "tomorrow 9am".',
  'hint.timezone': 'Erwartet wird eine Zeitzone, zum Beispiel "Europe/Berlin" oder "UTC+5:30".',
  'hint.timezone_nearest': 'Erwartet wird eine Zeitzone. Ist "{name}" gemeint?',
  'hint.url': 'Erwartet wird eine absolute URL, zum Beispiel "https://example.com/".',
  'hint.image': 'Erwartet wird die ID eines Bildes der Mediathek oder die http- oder https-URL eines Bildes.',
  'hint.cost': 'Erwartet wird ein Text, eine Zahl oder eine Liste davon, insgesamt höchstens 1000 Zeichen.',
  'hint.tickets': 'Erwartet wird eine Liste von Objekten, jedes mit "name" und "price".',
  'hint.external_id':
    'Erwartet werden eine Quelle und eine ID, zum Beispiel "meetup:4711", mit höchstens {limit} Bytes.',
  'hint.existing_id': 'Erwartet wird die ID eines vorhandenen Datensatzes.',
  'hint.existing_slug': 'Erwartet wird der Slug eines vorhandenen Datensatzes.',
  'hint.user_id': 'Erwartet wird die ID eines vorhandenen Benutzers.',
  'hint.event_id': 'Erwartet wird die ID einer vorhandenen Veranstaltung.',
  'hint.record_id':
    'Erwartet wird die ID einer vorhandenen Veranstaltung, eines Ortes oder eines Veranstalters oder 0 für keine Zuordnung.',
  'hint.parent_event': 'Erwartet wird die ID einer Veranstaltung, die Sie bearbeiten dürfen, oder 0 für keine.',
  'hint.venue_ids': 'Erwartet werden IDs vorhandener Orte, durch Kommas getrennt oder als Liste.',
  'hint.organizer_ids': 'Erwartet werden IDs vorhandener Veranstalter, durch Kommas getrennt oder als Liste.',
  'hint.venue_links':
    'Erwartet wird die ID eines vorhandenen Ortes oder ein Objekt mit "venue" und den weiteren Feldern eines neuen Ortes.',
  'hint.organizer_links':
    'Erwartet werden IDs vorhandener Veranstalter oder Objekte mit "organizer" und den weiteren Feldern neuer Veranstalter.',
  'hint.category_id': 'Erwartet wird die ID einer vorhandenen Kategorie.',
  'hint.parent_category': 'Erwartet wird die ID einer vorhandenen Kategorie oder 0 für die oberste Ebene.',
  'hint.category_keys':
    'Erwartet werden IDs, Slugs oder Namen vorhandener Kategorien, durch Kommas getrennt oder als Liste.',
  'hint.tag_keys':
    'Erwartet werden IDs, Slugs oder Namen vorhandener Schlagwörter, durch Kommas getrennt oder als Liste.',
  'hint.term_keys': 'Erwartet werden IDs, Slugs oder Namen, durch Kommas getrennt oder als Liste.',
  'hint.slugs': 'Erwartet werden Slugs, durch Kommas getrennt oder als Liste.',
  'hint.uuid': 'Erwartet wird eine UUID.',
  'hint.date_text': 'Erwartet wird ein Datum in Worten, zum Beispiel „Fr 20-23 Uhr“ oder „5. Dez 10:00, 90 Min“.',
}
