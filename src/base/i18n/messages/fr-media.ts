import type { enMedia } from './en-media.ts'

export const frMedia: Readonly<Record<keyof typeof enMedia, string>> = {
  'hint.crop': 'Un objet avec « x », « y », « width » et « height », de 0 à 1, compris dans l’image, est attendu.',
  'hint.focal_point': 'Un objet avec « x » et « y », de 0 à 1, est attendu.',
  'media.crop':
    'Partie affichée de l’image originale, en fractions de sa largeur et de sa hauteur ; null pour toute l’image',
  'media.focal_point':
    'Point le plus important de l’image affichée, en fractions de sa largeur et de sa hauteur ; null pour son centre',
  'media.url': 'URL à partir de laquelle l’image est téléchargée, à la place d’un fichier',
  'media.unused':
    'true : uniquement les images qu’aucune fiche n’utilise ; false : uniquement les images utilisées. Réservé aux éditeurs',
  'media.missing_alt': 'true : uniquement les images sans texte alternatif ; false : uniquement celles qui en ont un',
  'media.with': 'ID de l’image qui remplace celle-ci dans toutes les fiches',
  'view.crop':
    'Partie affichée de l’image originale, en fractions de sa largeur et de sa hauteur ; null pour toute l’image',
  'view.focal_point': 'Point le plus important de l’image, en fractions de sa largeur et de sa hauteur',
  'view.original':
    'L’image non recadrée, pour les utilisateurs qui peuvent la modifier ; null si c’est elle qui est affichée',
  'view.image_alt_text': 'Texte alternatif de l’image',
  'view.usage': 'Fiches qui affichent l’image, dans la mesure où vous pouvez les voir',
  'view.usage_kind': 'Type de fiche',
  'view.replaced': 'Nombre de fiches qui affichent désormais l’autre image',
  'operation.listMediaUsage': 'Lister les évènements, lieux, organisateurs et séries qui utilisent une image',
  'operation.replaceMedia': 'Remplacer une image par une autre dans toutes les fiches',
  'operation.listCalendarEvents':
    'Lister les évènements d’une période avec les quelques champs qu’affiche un calendrier, brouillons compris',
  'calendar.from': 'Première date de la période',
  'calendar.to': 'Dernière date de la période',
  'view.calendar_events': 'Évènements qui ont lieu pendant la période, par date de début',
  'view.calendar_total': 'Nombre d’évènements de la période ; la liste en contient 5 000 au plus',
  'view.calendar_hidden': 'Indique si l’évènement est masqué dans les listes ; null si vous ne pouvez pas le voir',
  'view.calendar_series': 'ID de la série, ou null',
  'view.calendar_categories': 'ID des catégories',
  'view.can_edit': 'Indique si vous pouvez modifier l’évènement',
}
