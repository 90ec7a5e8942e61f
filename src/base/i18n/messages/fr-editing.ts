import type { enEditing } from './en-editing.ts'

export const frEditing: Readonly<Record<keyof typeof enEditing, string>> = {
  'preview.hours': 'Durée de validité du lien, en heures',
  'preview.has_password': 'Si un mot de passe protège l’événement',
  'preview.html': 'La page de l’événement avec les champs envoyés, en HTML',
  'preview.url': 'URL de la page. Toute personne qui la possède voit l’événement jusqu’à son expiration',
  'preview.expires': 'Fin de validité du lien, UTC ; null sans lien',
  'preview.revoked': 'S’il existait un lien valide',
  'operation.getEventInput': 'Obtenir les champs d’un événement sous la forme où ils sont écrits',
  'operation.previewEvent': 'Afficher la page d’un nouvel événement sans l’enregistrer',
  'operation.previewEventChange': 'Afficher la page d’un événement modifié sans enregistrer la modification',
  'operation.getPreviewLink': 'Obtenir l’état du lien d’aperçu d’un événement',
  'operation.createPreviewLink':
    'Créer un lien qui montre un événement non publié aux personnes sans compte, à la place du lien précédent',
  'operation.revokePreviewLink': 'Révoquer le lien d’aperçu d’un événement',
}
