export const messages = {
  history: {
    title: 'Historique',
    back: 'Retour à l’élément',
    empty: 'Aucun changement enregistré.',
    older: 'Changements plus anciens',
    system: 'Système',
    restore: 'Restaurer',
    restore_label: 'Restaurer l’état du %{date}',
    restore_question:
      'Restaurer l’état du %{date} ? Les changements suivants sont annulés, mais restent dans l’historique.',
    restored: 'L’état antérieur a été restauré.',
    actions: {
      create: 'créé',
      update: 'modifié',
      trash: 'mis à la corbeille',
      delete: 'supprimé',
      merge: 'fusionné avec d’autres',
      return: 'renvoyé',
    },
    fields: {
      review_note: 'Motif',
      merged: 'Fusionnés',
      status: 'Statut',
    },
  },
}
