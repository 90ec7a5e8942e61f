import type { enChanges } from './en-changes.ts'

export const frChanges: Readonly<Record<keyof typeof enChanges, string>> = {
  'error.cursor-expired':
    'Le curseur ne peut pas être poursuivi. Demandez les modifications sans curseur et remplacez votre copie.',
  'hint.cursor': 'Le curseur d’une réponse précédente est attendu.',
  'changes.since': 'Curseur d’une réponse précédente ; sans lui, la réponse commence par toutes les fiches',
  'changes.kinds': 'Uniquement les fiches de ces types',
  'changes.include': 'records : les modifications contiennent les fiches, et pas seulement leurs identifiants',
  'changes.wait': 'Nombre de secondes d’attente d’une modification s’il n’y en a pas',
  'view.changes': 'Fiches modifiées, chacune une fois, dans l’ordre de leurs dernières modifications',
  'view.change_kind': 'Type de la fiche',
  'view.change_deleted':
    'Indique si vous ne pouvez plus voir la fiche ou si elle ne correspond plus aux filtres. Supprimez votre copie, si vous en avez une',
  'view.change_record': 'La fiche actuelle, comme dans une requête par son identifiant ; avec include=records',
  'view.changes_cursor': 'Curseur de la requête suivante',
  'view.changes_has_more': 'Indique s’il y a d’autres modifications. Continuez immédiatement',
  'operation.listChanges':
    'Lister les fiches modifiées depuis un curseur, y compris les supprimées ; au début, toutes les fiches',
  'operation.streamChanges':
    'Envoyer les modifications en tant que Server-Sent Events. Last-Event-ID ou since reprend le flux',
  'page.updated': 'Cette page a changé.',
  'page.show_update': 'Afficher les modifications',
}
