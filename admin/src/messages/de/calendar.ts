export const messages = {
  calendar: {
    previous: 'Vorheriger Zeitraum',
    next: 'Nächster Zeitraum',
    today: 'Heute',
    view: 'Ansicht',
    name: 'Kalender',
    move: 'Verschieben',
    moved: 'Verschoben: %{title}',
    start: 'Beginn',
    end: 'Ende',
    scope: 'Zu verschiebende Veranstaltungen der Serie',
    truncated: '%{shown} von %{total} Veranstaltungen werden gezeigt. Filtern Sie, um die anderen zu sehen.',
    views: {
      month: 'Monat',
      week: 'Woche',
    },
    statuses: {
      publish: 'Veröffentlicht',
      draft: 'Entwürfe',
      pending: 'Zur Prüfung',
    },
  },
}
