/** Dutch texts of digests by mail. */
export const nlDigests = {
  'digest.title': 'Wekelijkse evenementen per e-mail',
  'digest.text': 'Elke {day} ontvangt u de evenementen van de volgende zeven dagen.',
  'digest.email': 'E-mailadres',
  'digest.subscribe': 'Abonneren per e-mail',
  'digest.privacy':
    'U krijgt eerst een link om uw adres te bevestigen. Elke e-mail bevat een link om u af te melden; daarna wordt uw adres verwijderd.',
  'digest.all_events': 'Alle evenementen',
  'digest.without': 'zonder {names}',
  'digest.scope': 'Evenementen in de e-mail',
  'digest.search': 'Zoekterm',
  'digest.language': 'Taal',
  'digest.requested': 'Controleer uw inbox',
  'digest.requested_text':
    'We hebben een e-mail naar {email} gestuurd. Volg de link daarin binnen 48 uur. Komt de e-mail niet aan, kijk dan in uw map met ongewenste e-mail.',
  'digest.invalid_email': 'Voer een geldig e-mailadres in.',
  'digest.invalid_scope': 'Deze filters zijn niet geldig. Kies de evenementen opnieuw.',
  'digest.confirm_title': 'Bevestig uw abonnement',
  'digest.confirm': 'Bevestigen',
  'digest.confirmed': 'Abonnement bevestigd',
  'digest.confirmed_text':
    'U ontvangt elke week deze evenementen: {scope}. Weken zonder evenementen worden overgeslagen.',
  'digest.manage_title': 'Uw wekelijkse e-mail',
  'digest.manage_text': '{email} ontvangt: {scope}.',
  'digest.save': 'Opslaan',
  'digest.saved': 'Uw wijzigingen zijn opgeslagen.',
  'digest.unsubscribe_title': 'Afmelden',
  'digest.unsubscribe_text': 'Uw adres wordt meteen verwijderd.',
  'digest.unsubscribe': 'Afmelden',
  'digest.unsubscribed': 'U bent afgemeld',
  'digest.unsubscribed_text': 'Uw adres is verwijderd. U ontvangt voor dit abonnement geen wekelijkse e-mails meer.',
  'digest.invalid': 'Deze link is niet meer geldig',
  'digest.invalid_text':
    'De link is verlopen of al gebruikt. U kunt zich opnieuw abonneren om een nieuwe link te krijgen.',
  'digest.heading': 'De komende zeven dagen',
  'digest.calendar': 'Kalender openen',
  'digest.manage': 'Keuze wijzigen',
  'digest.reason': 'U ontvangt deze e-mail omdat u zich hebt geabonneerd op de wekelijkse evenementen van {site}.',
  'digest.mail_confirm_subject': 'Bevestig uw abonnement op {site}',
  'digest.mail_confirm_text':
    'Bevestig dat u de evenementen van {site} elke week per e-mail wilt ontvangen ({scope}). Open deze link en klik op de knop:',
  'digest.mail_confirm_end':
    'De link is {hours} uur geldig. Hebt u dit niet aangevraagd, negeer dan deze e-mail: u ontvangt er geen andere en uw adres wordt verwijderd.',
  'digest.mail_manage_subject': 'Uw abonnement op {site}',
  'digest.mail_manage_text':
    'U bent al geabonneerd op de wekelijkse evenementen van {site} ({scope}). Met deze link kunt u het abonnement wijzigen of u afmelden:',
  'digest.mail_manage_end': 'Hebt u dit niet aangevraagd, negeer dan deze e-mail. Er is niets veranderd.',
} as const
