export const messages = {
  shell: {
    groups: { calendar: 'Kalender', directory: 'Adressen', exchange: 'Uitwisseling', site: 'Site' },
    scopes: {
      this: 'Alleen dit evenement',
      following: 'Dit en de volgende evenementen',
      all: 'Alle evenementen van de reeks',
    },
    account: 'Account',
    view_site: 'Site bekijken',
    session_ended: 'U bent afgemeld',
    session_ended_text:
      'Uw sessie is beëindigd. Meld u in een nieuw venster opnieuw aan om verder te gaan. Wat u hebt ingevoerd, blijft bewaard.',
    sign_in: 'Aanmelden',
    signed_in: 'U bent aangemeld. U kunt dit venster sluiten.',
    welcome: 'Welkom, %{name}',
    skip: 'Naar de inhoud',
  },
}
