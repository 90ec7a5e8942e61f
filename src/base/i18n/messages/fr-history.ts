import type { enHistory } from './en-history.ts'

export const frHistory: Readonly<Record<keyof typeof enHistory, string>> = {
  'error.history-not-found': 'Cette fiche ou cette révision n’existe pas.',
  'error.history-page-not-found': 'La page de l’historique demandée n’existe pas.',
  'field.revision': 'Révision de la fiche, indiquée dans son historique',
  'field.restored_fields': 'Ne rétablir que ces champs ; par défaut, tous ceux qui ont changé depuis',
  'hint.field_names': 'Des noms de champs séparés par des virgules sont attendus.',
  'hint.existing_revision': 'Une révision figurant dans l’historique de la fiche est attendue.',
  'audit.user': 'Uniquement les modifications de l’utilisateur ayant cet ID',
  'audit.kind': 'Uniquement les modifications des fiches de ce type',
  'audit.record': 'Uniquement les modifications de la fiche ayant cet ID',
  'audit.action': 'Uniquement cette action',
  'audit.channel': 'Uniquement les modifications passées par ce canal',
  'audit.from':
    'Uniquement les modifications à partir de ce moment, donné dans le fuseau horaire du site sauf s’il porte un décalage',
  'audit.until':
    'Uniquement les modifications jusqu’à ce moment, donné dans le fuseau horaire du site sauf s’il porte un décalage',
  'view.history_field': 'Nom du champ',
  'view.history_before': 'Valeur avant la modification ; null si la fiche n’existait pas',
  'view.history_after': 'Valeur après la modification ; null si la fiche a été supprimée',
  'view.history_revision': 'Révision de la fiche après la modification ; 0 pour une entrée sans fiche',
  'view.history_date': 'Moment de la modification, dans le fuseau horaire du site',
  'view.history_date_utc': 'Moment de la modification, UTC',
  'view.history_action': 'Ce qui s’est passé',
  'view.history_channel':
    'Origine de la modification : l’API, une page du service (admin), le serveur MCP, une importation, une tâche de fond ou la ligne de commande',
  'view.history_user':
    'Auteur de la modification ; null sans utilisateur. Seuls les administrateurs voient l’identifiant de connexion',
  'view.history_changes': 'Champs modifiés. Pour les mots de passe, seulement s’il y en a un',
  'view.history_id': 'ID de l’entrée',
  'view.history_kind': 'Type de la fiche',
  'view.history_record': 'ID de la fiche ; 0 s’il n’y en a pas',
  'view.history_application':
    'Nom du mot de passe d’application utilisé ; vide s’il n’y en a pas. Pour les administrateurs',
  'view.history_ip': 'Adresse IP du client ; vide s’il n’y en a pas. Pour les administrateurs',
  'operation.listEventHistory': 'Lister les modifications d’un évènement, les plus récentes d’abord',
  'operation.listVenueHistory': 'Lister les modifications d’un lieu, les plus récentes d’abord',
  'operation.listOrganizerHistory': 'Lister les modifications d’un organisateur, les plus récentes d’abord',
  'operation.listCategoryHistory': 'Lister les modifications d’une catégorie, les plus récentes d’abord',
  'operation.listTagHistory': 'Lister les modifications d’une étiquette, les plus récentes d’abord',
  'operation.listSeriesHistory': 'Lister les modifications d’une série, les plus récentes d’abord',
  'operation.listMediaHistory': 'Lister les modifications d’une image, les plus récentes d’abord',
  'operation.restoreEventRevision':
    'Rétablir un évènement dans l’état qui suivait une modification antérieure ; une modification ordinaire',
  'operation.restoreVenueRevision':
    'Rétablir un lieu dans l’état qui suivait une modification antérieure ; une modification ordinaire',
  'operation.restoreOrganizerRevision':
    'Rétablir un organisateur dans l’état qui suivait une modification antérieure ; une modification ordinaire',
  'operation.restoreCategoryRevision':
    'Rétablir une catégorie dans l’état qui suivait une modification antérieure ; une modification ordinaire',
  'operation.restoreTagRevision':
    'Rétablir une étiquette dans l’état qui suivait une modification antérieure ; une modification ordinaire',
  'operation.restoreSeriesRevision':
    'Rétablir une série dans l’état qui suivait une modification antérieure ; une modification ordinaire',
  'operation.restoreMediaRevision':
    'Rétablir une image dans l’état qui suivait une modification antérieure ; une modification ordinaire',
  'operation.listAudit':
    'Lister toutes les modifications et connexions, les plus récentes d’abord ; pour les administrateurs',
}
