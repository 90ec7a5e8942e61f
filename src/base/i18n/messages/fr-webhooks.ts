import type { enWebhooks } from './en-webhooks.ts'

export const frWebhooks: Readonly<Record<keyof typeof enWebhooks, string>> = {
  'tag.webhooks': 'Messages sur les modifications, pour d’autres systèmes',
  'error.webhook-not-found': 'Webhook introuvable.',
  'error.webhook-disabled': 'Le webhook est désactivé. Activez-le d’abord.',
  'error.delivery-not-found': 'Envoi introuvable.',
  'error.delivery-page-not-found': 'La page demandée des envois n’existe pas.',
  'webhook.name': 'Nom, pour les administrateurs',
  'webhook.url': 'URL qui reçoit les messages par des requêtes POST, en http ou https',
  'webhook.kinds': 'Types de fiches dont les modifications sont envoyées ; par défaut les évènements',
  'webhook.filters':
    'Uniquement les évènements qui correspondent à ces filtres de la liste des évènements ; status s’applique aussi aux lieux et aux organisateurs',
  'webhook.view':
    'public : les fiches telles que les visiteurs anonymes les voient (par défaut) ; full : telles que les éditeurs les voient, avec les brouillons et les fiches privées',
  'webhook.enabled':
    'Si les modifications sont envoyées. Après l’activation, l’envoi commence par la modification suivante',
  'webhook.disabled_reason':
    'Pourquoi le service a désactivé le webhook : failing (aucun succès pendant trois jours), gone (statut 410) ou vide',
  'webhook.secret': 'Secret qui permet de vérifier les signatures, affiché uniquement dans cette réponse',
  'webhook.previous_secret_until': 'Moment jusqu’auquel l’ancien secret signe aussi, UTC ; null s’il n’y en a pas',
  'webhook.created': 'Date de création, UTC',
  'webhook.modified': 'Date de la dernière modification, UTC',
  'webhook.delivery_id': 'ID de l’envoi',
  'webhook.delivery_state':
    'pending : en attente d’un essai ; delivered : reçu ; failed : abandonné ; canceled : le webhook a été désactivé avant',
  'webhook.message_id':
    'ID du message, dans l’en-tête webhook-id ; identique pour tous les essais et toutes les répétitions',
  'webhook.type': 'Type du message',
  'webhook.record': 'ID de la fiche',
  'webhook.revision': 'Révision de la fiche après la modification',
  'webhook.changed': 'Date de la modification, UTC',
  'webhook.queued': 'Date de la mise en file d’attente, UTC',
  'webhook.attempts': 'Nombre d’essais depuis la mise en file d’attente',
  'webhook.attempted': 'Date du dernier essai, UTC ; null avant le premier',
  'webhook.next_attempt': 'Date du prochain essai, UTC ; null s’il n’y en a pas',
  'webhook.status': 'Statut HTTP de la dernière réponse ; 0 sans réponse',
  'webhook.duration_ms': 'Durée du dernier essai en millisecondes',
  'webhook.response': 'Les 1000 premiers octets de la dernière réponse',
  'webhook.failure':
    'Pourquoi il n’y a pas eu de réponse : refused (l’hôte n’est pas public), unreachable (inaccessible), timeout (délai dépassé) ou vide',
  'webhook.ping_ok': 'Si le destinataire a répondu avec un statut de 200 à 299',
  'webhook.queued_count': 'Nombre d’envois mis en file d’attente',
  'webhook.replay_from': 'Début de la période ; dans le fuseau horaire du site, sauf indication d’un décalage',
  'webhook.replay_to':
    'Fin de la période, par défaut maintenant ; dans le fuseau horaire du site, sauf indication d’un décalage',
  'operation.listWebhooks': 'Lister tous les webhooks',
  'operation.createWebhook': 'Créer un webhook. La réponse contient son secret, affiché une seule fois',
  'operation.getWebhook': 'Obtenir un webhook',
  'operation.updateWebhook': 'Modifier un webhook ; les champs omis restent inchangés',
  'operation.deleteWebhook': 'Supprimer un webhook avec ses envois',
  'operation.rotateWebhookSecret': 'Créer un nouveau secret ; l’ancien signe aussi pendant 24 heures',
  'operation.pingWebhook': 'Envoyer un message d’essai et renvoyer la réponse du destinataire',
  'operation.listWebhookDeliveries': 'Lister les envois d’un webhook, les plus récents d’abord',
  'operation.replayWebhookDelivery': 'Répéter un envoi',
  'operation.replayWebhook': 'Envoyer à nouveau les modifications d’une période',
  'mail.webhook_disabled_subject': '{site} : webhook désactivé',
  'mail.webhook_failing_text':
    'Le webhook {id} vers {url} a été désactivé, car aucun envoi n’a réussi pendant trois jours.',
  'mail.webhook_gone_text':
    'Le webhook {id} vers {url} a été désactivé, car l’URL a répondu avec le statut 410 (Gone).',
  'mail.webhook_disabled_end':
    'Les modifications n’y sont plus envoyées. Dès que le destinataire fonctionne de nouveau, activez le webhook et renvoyez les modifications faites depuis.',
}
