import type { enProgram } from './en-program.ts'

export const frProgram: Readonly<Record<keyof typeof enProgram, string>> = {
  'error.not_combined': 'Ce champ ne peut pas être combiné avec {names}.',
  'error.too_many_copies': 'Plus de {limit} évènements sont sélectionnés. Copiez une période plus courte.',
  'error.copy_selection': 'Sans include, le premier et le dernier jour sont requis.',
  'event.shift_days':
    'Déplace l’évènement de ce nombre de jours à la même heure locale, en arrière s’il est négatif ; pas avec des dates',
  'event.categories_add': 'ID des catégories à ajouter ; pas avec categories',
  'event.categories_remove': 'ID des catégories à retirer ; pas avec categories',
  'list.author': 'Uniquement les évènements de ces auteurs, par ID d’utilisateur',
  'list.has_image': 'true : uniquement les évènements avec image ; false : uniquement ceux sans image',
  'list.has_venue': 'true : uniquement les évènements avec lieu ; false : uniquement ceux sans lieu',
  'copy.start_date': 'Premier jour : les évènements qui commencent à partir de ce jour sont copiés',
  'copy.end_date': 'Dernier jour : les évènements qui commencent jusqu’à ce jour sont copiés',
  'copy.include': 'ID des évènements à copier, au lieu d’une période',
  'copy.exclude': 'ID des évènements qui ne sont pas copiés',
  'copy.days': 'Nombre de jours entre un évènement et sa copie, à la même heure locale ; 7 pour la semaine suivante',
  'copy.status': 'État des copies ; draft par défaut',
  'copy.occurrences':
    'Indique si les évènements de séries sont aussi copiés ; false par défaut, car les séries créent leurs propres évènements',
  'operation.copyEvents': 'Copier les évènements d’une période à d’autres jours',
  'operation.listEventAuthors': 'Lister les auteurs d’évènements, pour le filtre par auteur',
  'view.copy_source': 'ID de l’évènement copié',
  'view.copies': 'Les copies, dans l’ordre de leur début',
  'view.copies_skipped': 'Évènements qui n’ont pas été copiés, car il en existe un avec le même titre et le même début',
  'view.copies_total': 'Nombre de copies',
  'view.authors': 'Utilisateurs avec des évènements',
  'view.author_name': 'Nom de l’utilisateur, ou son identifiant s’il n’a pas de nom',
}
