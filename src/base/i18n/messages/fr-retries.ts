import type { enRetries } from './en-retries.ts'

export const frRetries: Readonly<Record<keyof typeof enRetries, string>> = {
  'error.idempotency_key_invalid': 'Idempotency-Key doit comporter de 1 à 255 caractères.',
  'error.idempotency_key_reused': 'Cette Idempotency-Key a déjà été utilisée pour une requête aux données différentes.',
  'error.idempotency_key_in_use': 'Une requête avec cette Idempotency-Key est en cours.',
  'error.idempotency_response_not_stored':
    'Cette requête a déjà été exécutée. Sa réponse contenait des identifiants et n’a donc pas été enregistrée.',
  'error.dry_run_unsupported': 'Cette opération ne prend pas en charge dry_run.',
  'error.batch_failed': 'La requête {number} du lot a échoué ; rien n’a donc été modifié.',
  'error.batch_not_atomic': 'Cette requête ne peut pas faire partie d’un lot atomique.',
  'error.batch_nested': 'Un lot ne peut contenir ni un autre lot ni une requête qui attend des modifications.',
  'error.batch_response_too_large':
    'La requête n’a pas été exécutée, car les réponses précédentes du lot sont trop volumineuses.',
  'error.transaction_too_large':
    'La transaction contiendrait plus de {changes} modifications ou durerait plus de {seconds} secondes. Envoyez moins de requêtes à la fois.',
  'error.image_not_in_library': 'Dans un lot atomique, l’image doit déjà se trouver dans la médiathèque.',
  'error.unknown_parameter': 'Paramètre inconnu.',
  'error.record-not-in-trash': 'La fiche n’est pas dans la corbeille.',
  'batch.requests': 'Requêtes dans l’ordre de leur exécution, 100 au plus',
  'batch.atomic':
    'Indique si les requêtes forment une seule transaction : si l’une échoue, aucune ne modifie quoi que ce soit',
  'batch.method': 'Méthode HTTP',
  'batch.path': 'Chemin sous l’URL de l’API, avec ses paramètres, par exemple /events/7?_fields=id',
  'batch.headers': 'En-têtes de la requête ou de sa réponse. Les identifiants sont ceux du lot',
  'batch.body': 'Corps JSON de la requête ou de sa réponse',
  'batch.responses': 'Réponses dans l’ordre des requêtes',
  'hint.batch_requests':
    'Une liste de 1 à {limit} requêtes est attendue, chacune avec method, path et, si besoin, headers et body.',
  'hint.unknown_parameter': 'Le point d’accès n’a aucun paramètre de ce nom.',
  'field.permanent':
    'Supprimer définitivement au lieu de mettre à la corbeille ; pour les administrateurs et les éditeurs',
  'parameter.strict': 'Indique si un paramètre inconnu est une erreur, comme avec Prefer: handling=strict',
  'parameter.dry_run':
    'Indique si la requête est exécutée sans rien enregistrer ; la réponse est celle qu’elle obtiendrait',
  'header.idempotency_key':
    'Clé unique de cette écriture. Une requête répétée avec la même clé et les mêmes données reçoit la première réponse pendant 24 heures',
  'answer.409': 'L’état de la fiche ne le permet pas',
  'answer.422': 'L’Idempotency-Key a été utilisée pour d’autres données',
  'operation.runBatch': 'Envoyer jusqu’à 100 requêtes à la fois, une par une ou en une seule transaction',
  'operation.restoreEvent': 'Rétablir un évènement de la corbeille',
  'operation.restoreEventBySlug': 'Rétablir un évènement de la corbeille, par son slug',
  'operation.restoreVenue': 'Rétablir un lieu de la corbeille',
  'operation.restoreVenueBySlug': 'Rétablir un lieu de la corbeille, par son slug',
  'operation.restoreOrganizer': 'Rétablir un organisateur de la corbeille',
  'operation.restoreOrganizerBySlug': 'Rétablir un organisateur de la corbeille, par son slug',
}
