import type { enImports } from './en-imports.ts'

export const frImports: Readonly<Record<keyof typeof enImports, string>> = {
  'tag.imports': 'Fichiers et sites importés une seule fois',
  'tag.exports': 'Téléchargements de tous les enregistrements',
  'error.import-not-found': 'Importation introuvable.',
  'error.import-page-not-found': 'La page demandée d’importations ou de résultats n’existe pas.',
  'error.import-busy': 'Une tâche de cette importation est en attente ou en cours. Attendez sa fin ou arrêtez-la.',
  'error.import-not-runnable':
    'Il n’y a rien à importer : le fichier a déjà été importé, a été supprimé ou n’a pas pu être lu.',
  'error.import-not-undoable':
    'Cette importation ne peut pas être annulée : elle n’a rien modifié, a déjà été annulée ou est plus ancienne que l’historique.',
  'hint.import_mapping':
    'Un objet avec « kind », « columns », « delimiter » ou « dates » est attendu, dont les colonnes sont des noms de champs.',
  'hint.import_categories': '20 noms de catégories au maximum sont attendus.',
  'operation.listImports': 'Lister les importations, les plus récentes d’abord',
  'operation.createImport':
    'Importer depuis une URL : un fichier ou un site. Son contenu est examiné aussitôt, rien n’est encore écrit',
  'operation.uploadImport': 'Téléverser un fichier à importer. Il est examiné aussitôt, rien n’est encore écrit',
  'operation.getImport': 'Obtenir une importation avec sa progression',
  'operation.updateImport':
    'Modifier les réglages d’une importation avant son exécution ; les champs omis restent inchangés',
  'operation.deleteImport':
    'Supprimer une importation avec son fichier et ses résultats ; les enregistrements importés restent',
  'operation.previewImport':
    'Calculer ce qu’une importation modifierait, sans rien modifier ; Location est l’URL de l’importation',
  'operation.runImport': 'Exécuter une importation en arrière-plan ; Location est l’URL de l’importation',
  'operation.undoImport':
    'Annuler une importation : supprimer ce qu’elle a créé et rétablir ce qu’elle a modifié, sauf les enregistrements modifiés depuis',
  'operation.stopImport': 'Arrêter la tâche d’une importation ; ce qui a été écrit reste',
  'operation.listImportResults':
    'Lister les enregistrements du dernier aperçu, de la dernière importation ou annulation',
  'operation.exportRecords': 'Exporter tous les enregistrements, un par ligne, sans les fichiers d’images',
  'operation.exportWordpress': 'Exporter tous les enregistrements comme WordPress',
  'operation.exportCalendar': 'Exporter les événements de tout statut au format iCalendar',
  'operation.exportEvents': 'Exporter les événements en CSV avec les colonnes de The Events Calendar',
  'operation.exportVenues': 'Exporter les lieux en CSV avec les colonnes de The Events Calendar',
  'operation.exportOrganizers': 'Exporter les organisateurs en CSV avec les colonnes de The Events Calendar',
  'operation.listEventsAsProgram':
    'Lister les événements par jour en page HTML pour traitement de texte ; renvoie tous ceux qui correspondent sauf si une page est demandée',
  'import.id': 'ID de l’importation',
  'import.name': 'Nom du fichier téléversé ; vide pour une URL',
  'import.url': 'URL d’un fichier, d’une page ou d’un site ; vide pour un fichier téléversé',
  'import.file': 'Fichier à importer, 64 Mio au maximum',
  'import.size': 'Taille du fichier stocké en octets ; 0 après son importation ou après 7 jours',
  'import.channel': 'api : demandée par un administrateur ; command : faite par calends import',
  'import.user': 'ID de l’administrateur ; 0 pour la ligne de commande',
  'import.format': 'Format du fichier ; vide s’il est détecté',
  'import.detected_format': 'Format détecté ; vide auparavant',
  'import.record_status':
    'Statut des nouveaux enregistrements de calendriers et de tableaux ; vide pour celui du fichier, ou sinon publish',
  'import.categories':
    'Noms des catégories que chaque événement d’un calendrier ou d’un tableau reçoit en plus des siennes',
  'import.images': 'Si les images sont téléchargées depuis leurs URL ; true par défaut',
  'import.mapping':
    'Pour les tableaux : colonnes par en-tête (un nom vide l’ignore), type, séparateur et ordre des dates',
  'import.table':
    'Colonnes trouvées dans un tableau, avec les premières valeurs et la correspondance proposée ; null pour les autres formats',
  'import.task': 'Dernière tâche demandée',
  'import.status': 'Statut de la tâche',
  'import.done': 'Nombre d’enregistrements traités',
  'import.total': 'Nombre d’enregistrements de la tâche ; 0 tant qu’il est inconnu',
  'import.counts': 'Nombres d’enregistrements par résultat',
  'import.can_run': 'Si un aperçu ou l’importation peut être demandé',
  'import.can_undo': 'Si l’importation peut être annulée',
  'import.imported': 'Moment où l’importation a commencé à écrire, UTC ; null auparavant',
  'import.undone': 'Moment où l’importation a été annulée, UTC ; null auparavant',
  'import.undo_preview': 'Calcule seulement ce qui serait annulé',
  'import.result_outcome':
    'Ce qui est arrivé ou arriverait à l’enregistrement. conflict : il a été modifié ici et reste tel quel',
  'import.result_kind': 'Type de l’enregistrement ; vide pour les parties du fichier qui n’en sont pas',
  'import.result_record': 'ID de l’enregistrement ; 0 s’il n’existe pas',
  'import.result_location': 'Fichier et ligne de l’enregistrement',
  'import.result_details': 'Noms des champs modifiés, ou la raison, en anglais',
}
