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
  'directory.merge_from': 'ID des éléments fusionnés puis supprimés, au plus 100',
  'directory.merge_target': 'L’élément qui reste',
  'directory.merge_merged': 'Les éléments fusionnés. Leurs slugs mènent à la cible',
  'directory.merge_events': 'Au plus 20 des événements modifiés, les plus tardifs en premier',
  'directory.merge_events_total': 'Nombre total d’événements modifiés',
  'operation.mergeVenues':
    'Fusionner d’autres lieux dans celui-ci : leurs événements et leurs URL y mènent ensuite ; pour les éditeurs',
  'operation.mergeOrganizers':
    'Fusionner d’autres organisateurs dans celui-ci : leurs événements et leurs URL y mènent ensuite ; pour les éditeurs',
  'operation.mergeCategories':
    'Fusionner d’autres catégories dans celle-ci : leurs événements, sous-catégories et URL y mènent ensuite ; pour les éditeurs',
  'operation.mergeTags':
    'Fusionner d’autres étiquettes dans celle-ci : leurs événements et leurs URL y mènent ensuite ; pour les éditeurs',
  'directory.color': 'Couleur pour les calendriers, par exemple #0b5c8a ; vide pour aucune',
  'directory.icon': 'Un émoji ; vide pour aucun',
  'directory.position': 'Place parmi les catégories du même parent, à partir de 1 ; la dernière par défaut',
  'directory.depth': 'Nombre de catégories parentes',
  'directory.tree': 'Toutes les catégories, chacune suivie de ses sous-catégories',
  'hint.color': 'Une couleur comme #0b5c8a est attendue.',
  'hint.emoji': 'Un émoji est attendu.',
  'operation.getCategoryTree': 'Lister toutes les catégories en arbre, dans l’ordre donné par les éditeurs',
  'operation.moveCategory': 'Déplacer une catégorie avec toutes ses sous-catégories',
}
