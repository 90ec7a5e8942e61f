export const messages = {
  shell: {
    groups: { calendar: 'Calendario', directory: 'Elenco', exchange: 'Scambio', site: 'Sito' },
    scopes: {
      this: 'Solo questo evento',
      following: 'Questo evento e i successivi',
      all: 'Tutti gli eventi della serie',
    },
    account: 'Account',
    view_site: 'Visualizza il sito',
    session_ended: 'Accesso terminato',
    session_ended_text:
      'La sessione è terminata. Acceda di nuovo in un’altra finestra per continuare. Niente di ciò che ha inserito va perso.',
    sign_in: 'Accedi',
    signed_in: 'Accesso eseguito. Può chiudere questa finestra.',
    welcome: 'Salve, %{name}',
    skip: 'Vai al contenuto',
  },
}
