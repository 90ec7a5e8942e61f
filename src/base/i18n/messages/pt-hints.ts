import type { enHints } from './en-hints.ts'

export const ptHints: Readonly<Record<keyof typeof enHints, string>> = {
  'hint.received': 'Recebido {value}.',
  'hint.received_list': 'Recebida uma lista.',
  'hint.received_object': 'Recebido um objeto.',
  'hint.not_permitted': 'Não tem permissão para usar este valor.',
  'hint.boolean': 'Esperava-se true ou false.',
  'hint.positive_integer': 'Esperava-se um número inteiro igual ou superior a 1.',
  'hint.positive_integers':
    'Esperavam-se números inteiros iguais ou superiores a 1, separados por vírgulas ou numa lista.',
  'hint.number': 'Esperava-se um número entre {min} e {max}.',
  'hint.number_above': 'Esperava-se um número superior a {min} e não superior a {max}.',
  'hint.one_of': 'Esperava-se um destes valores: {names}.',
  'hint.names': 'Esperavam-se um ou mais destes valores, separados por vírgulas ou numa lista: {names}.',
  'hint.text': 'Esperava-se um texto não vazio.',
  'hint.optional_text': 'Esperava-se um texto.',
  'hint.date':
    'Esperava-se uma data, por exemplo "2027-05-01", "2027-05-01 10:00", "2027-05-01T10:00:00Z" ou "tomorrow 9am".',
  'hint.timezone': 'Esperava-se um fuso horário, por exemplo "Europe/Berlin" ou "UTC+5:30".',
  'hint.timezone_nearest': 'Esperava-se um fuso horário. Queria dizer "{name}"?',
  'hint.url': 'Esperava-se um URL absoluto, por exemplo "https://example.com/".',
  'hint.image': 'Esperava-se o ID de uma imagem da biblioteca, ou o URL http ou https de uma imagem.',
  'hint.cost': 'Esperava-se um texto, um número ou uma lista destes, com 1000 carateres no máximo no total.',
  'hint.tickets': 'Esperava-se uma lista de objetos, cada um com "name" e "price".',
  'hint.external_id': 'Esperavam-se uma origem e um ID, por exemplo "meetup:4711", com {limit} bytes no máximo.',
  'hint.existing_id': 'Esperava-se o ID de um registo existente.',
  'hint.existing_slug': 'Esperava-se o slug de um registo existente.',
  'hint.user_id': 'Esperava-se o ID de um utilizador existente.',
  'hint.event_id': 'Esperava-se o ID de um evento existente.',
  'hint.record_id': 'Esperava-se o ID de um evento, local ou organizador existente, ou 0 para nenhum.',
  'hint.parent_event': 'Esperava-se o ID de um evento que possa alterar, ou 0 para nenhum.',
  'hint.venue_ids': 'Esperavam-se ID de locais existentes, separados por vírgulas ou numa lista.',
  'hint.organizer_ids': 'Esperavam-se ID de organizadores existentes, separados por vírgulas ou numa lista.',
  'hint.venue_links':
    'Esperava-se o ID de um local existente, ou um objeto com "venue" e os restantes campos de um novo.',
  'hint.organizer_links':
    'Esperavam-se ID de organizadores existentes, ou objetos com "organizer" e os restantes campos de novos.',
  'hint.category_id': 'Esperava-se o ID de uma categoria existente.',
  'hint.parent_category': 'Esperava-se o ID de uma categoria existente, ou 0 para o nível superior.',
  'hint.category_keys':
    'Esperavam-se ID, slugs ou nomes de categorias existentes, separados por vírgulas ou numa lista.',
  'hint.tag_keys': 'Esperavam-se ID, slugs ou nomes de etiquetas existentes, separados por vírgulas ou numa lista.',
  'hint.term_keys': 'Esperavam-se ID, slugs ou nomes, separados por vírgulas ou numa lista.',
  'hint.slugs': 'Esperavam-se slugs, separados por vírgulas ou numa lista.',
  'hint.uuid': 'Esperava-se um UUID.',
  'hint.date_text': 'Era esperada uma data por palavras, por exemplo «sex 20h-23h» ou «5 dez 10:00, 90 min».',
}
