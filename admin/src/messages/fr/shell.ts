export const messages = {
  shell: {
    groups: { calendar: 'Calendrier', directory: 'Répertoire', exchange: 'Échanges', site: 'Site' },
    scopes: {
      this: 'Seulement cet évènement',
      following: 'Cet évènement et les suivants',
      all: 'Tous les évènements de la série',
    },
    account: 'Compte',
    view_site: 'Voir le site',
    session_ended: 'Vous êtes déconnecté',
    session_ended_text:
      'Votre session est terminée. Reconnectez-vous dans une nouvelle fenêtre pour continuer. Rien de ce que vous avez saisi n’est perdu.',
    sign_in: 'Se connecter',
    signed_in: 'Vous êtes connecté. Vous pouvez fermer cette fenêtre.',
    welcome: 'Bienvenue, %{name}',
    skip: 'Aller au contenu',
  },
}
