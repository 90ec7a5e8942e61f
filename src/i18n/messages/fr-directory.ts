import type { enDirectory } from './en-directory.ts'

export const frDirectory: Readonly<Record<keyof typeof enDirectory, string>> = {
  'directory.similar_name': 'Nom à comparer',
  'directory.similar_address': 'Adresse à comparer',
  'directory.similar_city': 'Ville ; les lieux d’une autre ville ne sont pas similaires',
  'directory.similar_exclude': 'ID de l’élément en cours de modification, qui n’est pas listé',
  'directory.name': 'Nom tel qu’il est enregistré',
  'directory.events': 'Nombre d’événements publiés',
  'directory.match':
    'Ce qui est identique : le nom sauf casse, accents, ponctuation et article (name) ; l’orthographe à un caractère près (spelling) ; ou l’adresse (address)',
  'directory.similar_records': 'Au plus 10 éléments, les plus similaires en premier',
  'directory.group_records': 'Éléments similaires, par ID',
  'directory.groups': 'Au plus 100 groupes',
  'directory.groups_total': 'Nombre total de groupes',
  'operation.listSimilarVenues': 'Lister les lieux similaires à un nom ou à une adresse, pour éviter les doublons',
  'operation.listSimilarOrganizers': 'Lister les organisateurs similaires à un nom, pour éviter les doublons',
  'operation.listDuplicateVenues': 'Lister les groupes de lieux probablement identiques ; pour les éditeurs',
  'operation.listDuplicateOrganizers': 'Lister les groupes d’organisateurs probablement identiques ; pour les éditeurs',
}
