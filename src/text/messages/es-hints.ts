import type { enHints } from './en-hints.ts'

export const esHints: Readonly<Record<keyof typeof enHints, string>> = {
  'hint.received': 'Se recibió {value}.',
  'hint.received_list': 'Se recibió una lista.',
  'hint.received_object': 'Se recibió un objeto.',
  'hint.not_permitted': 'No tiene permiso para usar este valor.',
  'hint.boolean': 'Se esperaba true o false.',
  'hint.positive_integer': 'Se esperaba un número entero mayor o igual que 1.',
  'hint.positive_integers': 'Se esperaban números enteros mayores o iguales que 1, separados por comas o en una lista.',
  'hint.number': 'Se esperaba un número entre {min} y {max}.',
  'hint.number_above': 'Se esperaba un número mayor que {min} y no superior a {max}.',
  'hint.one_of': 'Se esperaba uno de estos valores: {names}.',
  'hint.statuses': 'Se esperaban uno o varios de estos valores, separados por comas o en una lista: {names}.',
  'hint.text': 'Se esperaba un texto no vacío.',
  'hint.optional_text': 'Se esperaba un texto.',
  'hint.date':
    'Se esperaba una fecha, por ejemplo "2027-05-01", "2027-05-01 10:00", "2027-05-01T10:00:00Z" o "tomorrow 9am".',
  'hint.timezone': 'Se esperaba una zona horaria, por ejemplo "Europe/Berlin" o "UTC+5:30".',
  'hint.url': 'Se esperaba una URL absoluta, por ejemplo "https://example.com/".',
  'hint.image': 'Se esperaba el ID de una imagen de la biblioteca, o la URL http o https de una imagen.',
  'hint.cost': 'Se esperaba un texto, un número o una lista de ellos, con 1000 caracteres como máximo en total.',
  'hint.tickets': 'Se esperaba una lista de objetos, cada uno con "name" y "price".',
  'hint.external_id': 'Se esperaban un origen y un ID, por ejemplo "meetup:4711", con {limit} bytes como máximo.',
  'hint.existing_id': 'Se esperaba el ID de un registro existente.',
  'hint.existing_slug': 'Se esperaba el slug de un registro existente.',
  'hint.user_id': 'Se esperaba el ID de un usuario existente.',
  'hint.event_id': 'Se esperaba el ID de un evento existente.',
  'hint.record_id': 'Se esperaba el ID de un evento, lugar u organizador existente, o 0 para ninguno.',
  'hint.parent_event': 'Se esperaba el ID de un evento que usted pueda modificar, o 0 para ninguno.',
  'hint.venue_ids': 'Se esperaban ID de lugares existentes, separados por comas o en una lista.',
  'hint.organizer_ids': 'Se esperaban ID de organizadores existentes, separados por comas o en una lista.',
  'hint.venue_links':
    'Se esperaba el ID de un lugar existente, o un objeto con "venue" y los demás campos de uno nuevo.',
  'hint.organizer_links':
    'Se esperaban ID de organizadores existentes, u objetos con "organizer" y los demás campos de los nuevos.',
  'hint.category_id': 'Se esperaba el ID de una categoría existente.',
  'hint.parent_category': 'Se esperaba el ID de una categoría existente, o 0 para el nivel superior.',
  'hint.category_keys':
    'Se esperaban ID, slugs o nombres de categorías existentes, separados por comas o en una lista.',
  'hint.tag_keys': 'Se esperaban ID, slugs o nombres de etiquetas existentes, separados por comas o en una lista.',
  'hint.term_keys': 'Se esperaban ID, slugs o nombres, separados por comas o en una lista.',
}
