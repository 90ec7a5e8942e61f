export const messages = {
  shell: {
    groups: { calendar: 'Kalender', directory: 'Verzeichnis', exchange: 'Austausch', site: 'Website' },
    scopes: {
      this: 'Nur diese Veranstaltung',
      following: 'Diese und die folgenden Veranstaltungen',
      all: 'Alle Veranstaltungen der Serie',
    },
    account: 'Konto',
    view_site: 'Website ansehen',
    session_ended: 'Sie sind abgemeldet',
    session_ended_text:
      'Ihre Sitzung ist beendet. Melden Sie sich in einem neuen Fenster wieder an, um fortzufahren. Ihre Eingaben bleiben erhalten.',
    sign_in: 'Anmelden',
    signed_in: 'Sie sind angemeldet. Sie können dieses Fenster schließen.',
    welcome: 'Willkommen, %{name}',
    skip: 'Zum Inhalt springen',
  },
}
