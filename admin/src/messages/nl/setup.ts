export const messages = {
  setup: {
    title: 'Richt uw kalender in',
    account: 'Uw account',
    site: 'Uw site',
    token: 'Installatietoken',
    token_help: 'De dienst toont het bij het starten.',
    finish: 'Kalender aanmaken',
    done: 'Uw kalender is klaar',
    done_text: 'Begin met een lege kalender, of kijk eerst rond met voorbeelden.',
    with_sample: 'Voorbeeldkalender toevoegen',
    empty: 'Leeg beginnen',
    closed: 'Deze kalender is al ingericht.',
    open_admin: 'Beheer openen',
  },
}
