/** German texts of digests by mail. */
export const deDigests = {
  'digest.title': 'Wöchentliche Veranstaltungen per E-Mail',
  'digest.text': 'Jeden {day} erhalten Sie die Veranstaltungen der folgenden sieben Tage.',
  'digest.email': 'E-Mail-Adresse',
  'digest.subscribe': 'Per E-Mail abonnieren',
  'digest.privacy':
    'Sie erhalten zuerst einen Link, mit dem Sie Ihre Adresse bestätigen. Jede E-Mail enthält einen Link zum Abbestellen; danach wird Ihre Adresse gelöscht.',
  'digest.all_events': 'Alle Veranstaltungen',
  'digest.without': 'ohne {names}',
  'digest.scope': 'Veranstaltungen in der E-Mail',
  'digest.search': 'Suchbegriff',
  'digest.language': 'Sprache',
  'digest.requested': 'Sehen Sie in Ihren Posteingang',
  'digest.requested_text':
    'Wir haben eine E-Mail an {email} gesendet. Folgen Sie dem Link darin innerhalb von 48 Stunden. Falls sie nicht ankommt, sehen Sie im Spam-Ordner nach.',
  'digest.invalid_email': 'Geben Sie eine gültige E-Mail-Adresse ein.',
  'digest.invalid_scope': 'Diese Filter sind ungültig. Wählen Sie die Veranstaltungen neu aus.',
  'digest.confirm_title': 'Abonnement bestätigen',
  'digest.confirm': 'Bestätigen',
  'digest.confirmed': 'Abonnement bestätigt',
  'digest.confirmed_text':
    'Sie erhalten jede Woche diese Veranstaltungen: {scope}. Wochen ohne Veranstaltungen werden ausgelassen.',
  'digest.manage_title': 'Ihre wöchentliche E-Mail',
  'digest.manage_text': '{email} erhält: {scope}.',
  'digest.save': 'Speichern',
  'digest.saved': 'Ihre Änderungen wurden gespeichert.',
  'digest.unsubscribe_title': 'Abbestellen',
  'digest.unsubscribe_text': 'Ihre Adresse wird sofort gelöscht.',
  'digest.unsubscribe': 'Abbestellen',
  'digest.unsubscribed': 'Sie haben die E-Mail abbestellt',
  'digest.unsubscribed_text':
    'Ihre Adresse wurde gelöscht. Sie erhalten für dieses Abonnement keine wöchentlichen E-Mails mehr.',
  'digest.invalid': 'Dieser Link ist nicht mehr gültig',
  'digest.invalid_text':
    'Er ist abgelaufen oder wurde bereits verwendet. Abonnieren Sie erneut, um einen neuen Link zu erhalten.',
  'digest.heading': 'Die nächsten sieben Tage',
  'digest.calendar': 'Kalender öffnen',
  'digest.manage': 'Auswahl ändern',
  'digest.reason': 'Sie erhalten diese E-Mail, weil Sie die wöchentlichen Veranstaltungen von {site} abonniert haben.',
  'digest.mail_confirm_subject': 'Bestätigen Sie Ihr Abonnement von {site}',
  'digest.mail_confirm_text':
    'Bitte bestätigen Sie, dass Sie die Veranstaltungen von {site} jede Woche per E-Mail erhalten möchten ({scope}). Öffnen Sie diesen Link und klicken Sie auf die Schaltfläche:',
  'digest.mail_confirm_end':
    'Der Link ist {hours} Stunden gültig. Falls Sie dies nicht angefordert haben, ignorieren Sie diese E-Mail: Sie erhalten keine weiteren, und Ihre Adresse wird gelöscht.',
  'digest.mail_manage_subject': 'Ihr Abonnement von {site}',
  'digest.mail_manage_text':
    'Sie haben die wöchentlichen Veranstaltungen von {site} bereits abonniert ({scope}). Mit diesem Link können Sie das Abonnement ändern oder abbestellen:',
  'digest.mail_manage_end':
    'Falls Sie dies nicht angefordert haben, ignorieren Sie diese E-Mail. Es hat sich nichts geändert.',
} as const
