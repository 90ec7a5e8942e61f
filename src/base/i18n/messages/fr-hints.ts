import type { enHints } from './en-hints.ts'

export const frHints: Readonly<Record<keyof typeof enHints, string>> = {
  'hint.received': 'Valeur reçue : {value}.',
  'hint.received_list': 'Une liste a été reçue.',
  'hint.received_object': 'Un objet a été reçu.',
  'hint.not_permitted': 'Vous n’êtes pas autorisé à utiliser cette valeur.',
  'hint.boolean': 'Valeur attendue : true ou false.',
  'hint.positive_integer': 'Un nombre entier supérieur ou égal à 1 est attendu.',
  'hint.positive_integers':
    'Des nombres entiers supérieurs ou égaux à 1 sont attendus, séparés par des virgules ou sous forme de liste.',
  'hint.number': 'Un nombre compris entre {min} et {max} est attendu.',
  'hint.number_above': 'Un nombre supérieur à {min} et d’au plus {max} est attendu.',
  'hint.one_of': 'Une de ces valeurs est attendue : {names}.',
  'hint.names':
    'Une ou plusieurs de ces valeurs sont attendues, séparées par des virgules ou sous forme de liste : {names}.',
  'hint.text': 'Un texte non vide est attendu.',
  'hint.optional_text': 'Un texte est attendu.',
  'hint.date':
    'Une date est attendue, par exemple "2027-05-01", "2027-05-01 10:00", "2027-05-01T10:00:00Z" ou "tomorrow 9am".',
  'hint.timezone': 'Un fuseau horaire est attendu, par exemple "Europe/Berlin" ou "UTC+5:30".',
  'hint.timezone_nearest': 'Un fuseau horaire est attendu. Vouliez-vous dire "{name}" ?',
  'hint.url': 'Une URL absolue est attendue, par exemple "https://example.com/".',
  'hint.image': 'L’identifiant d’une image de la médiathèque, ou l’URL http ou https d’une image, est attendu.',
  'hint.cost': 'Un texte, un nombre ou une liste de ceux-ci est attendu, 1000 caractères au plus au total.',
  'hint.tickets': 'Une liste d’objets est attendue, chacun avec "name" et "price".',
  'hint.external_id': 'Une source et un identifiant sont attendus, par exemple "meetup:4711", {limit} octets au plus.',
  'hint.existing_id': 'L’identifiant d’un enregistrement existant est attendu.',
  'hint.existing_slug': 'Le slug d’un enregistrement existant est attendu.',
  'hint.user_id': 'L’identifiant d’un utilisateur existant est attendu.',
  'hint.event_id': 'L’identifiant d’un évènement existant est attendu.',
  'hint.record_id':
    'L’identifiant d’un évènement, d’un lieu ou d’un organisateur existant est attendu, ou 0 s’il n’y en a pas.',
  'hint.parent_event': 'L’identifiant d’un évènement que vous pouvez modifier est attendu, ou 0 s’il n’y en a pas.',
  'hint.venue_ids':
    'Des identifiants de lieux existants sont attendus, séparés par des virgules ou sous forme de liste.',
  'hint.organizer_ids':
    'Des identifiants d’organisateurs existants sont attendus, séparés par des virgules ou sous forme de liste.',
  'hint.venue_links':
    'L’identifiant d’un lieu existant est attendu, ou un objet avec "venue" et les autres champs d’un nouveau lieu.',
  'hint.organizer_links':
    'Des identifiants d’organisateurs existants sont attendus, ou des objets avec "organizer" et les autres champs de nouveaux organisateurs.',
  'hint.category_id': 'L’identifiant d’une catégorie existante est attendu.',
  'hint.parent_category': 'L’identifiant d’une catégorie existante est attendu, ou 0 pour le premier niveau.',
  'hint.category_keys':
    'Des identifiants, slugs ou noms de catégories existantes sont attendus, séparés par des virgules ou sous forme de liste.',
  'hint.tag_keys':
    'Des identifiants, slugs ou noms d’étiquettes existantes sont attendus, séparés par des virgules ou sous forme de liste.',
  'hint.term_keys': 'Des identifiants, slugs ou noms sont attendus, séparés par des virgules ou sous forme de liste.',
  'hint.slugs': 'Des slugs sont attendus, séparés par des virgules ou sous forme de liste.',
  'hint.uuid': 'Un UUID est attendu.',
  'hint.date_text': 'Une date en toutes lettres est attendue, par exemple « ven 20h-23h » ou « 5 déc 10:00, 90 min ».',
}
