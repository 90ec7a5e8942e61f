export const messages = {
  setup: {
    title: 'Kalender einrichten',
    account: 'Ihr Konto',
    site: 'Ihre Website',
    token: 'Einrichtungs-Token',
    token_help: 'Der Dienst gibt es beim Start aus.',
    finish: 'Kalender anlegen',
    done: 'Ihr Kalender ist bereit',
    done_text: 'Beginnen Sie mit einem leeren Kalender, oder sehen Sie sich zuerst mit Beispielen um.',
    with_sample: 'Beispielkalender hinzufügen',
    empty: 'Leer beginnen',
    closed: 'Dieser Kalender ist bereits eingerichtet.',
    open_admin: 'Verwaltung öffnen',
  },
}
