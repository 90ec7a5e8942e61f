export const messages = {
  setup: {
    title: 'Configurez votre calendrier',
    account: 'Votre compte',
    site: 'Votre site',
    token: 'Jeton de configuration',
    token_help: 'Le service l’affiche au démarrage.',
    finish: 'Créer le calendrier',
    done: 'Votre calendrier est prêt',
    done_text: 'Commencez avec un calendrier vide, ou explorez d’abord avec des exemples.',
    with_sample: 'Ajouter un calendrier d’exemple',
    empty: 'Commencer vide',
    closed: 'Ce calendrier est déjà configuré.',
    open_admin: 'Ouvrir l’administration',
  },
}
