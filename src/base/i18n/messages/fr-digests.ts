/** French texts of digests by mail. */
export const frDigests = {
  'digest.title': 'Les évènements de la semaine par e-mail',
  'digest.text': 'Chaque {day}, vous recevez les évènements des sept jours suivants.',
  'digest.email': 'Adresse e-mail',
  'digest.subscribe': 'S’abonner par e-mail',
  'digest.privacy':
    'Nous vous envoyons d’abord un lien pour confirmer votre adresse. Chaque e-mail contient un lien de désabonnement ; votre adresse est alors supprimée.',
  'digest.all_events': 'Tous les évènements',
  'digest.without': 'sans {names}',
  'digest.scope': 'Évènements de l’e-mail',
  'digest.search': 'Texte recherché',
  'digest.language': 'Langue',
  'digest.requested': 'Consultez votre messagerie',
  'digest.requested_text':
    'Nous avons envoyé un e-mail à {email}. Suivez le lien qu’il contient dans les 48 heures. S’il n’arrive pas, regardez dans vos courriers indésirables.',
  'digest.invalid_email': 'Saisissez une adresse e-mail valide.',
  'digest.invalid_scope': 'Ces filtres ne sont pas valides. Choisissez à nouveau les évènements.',
  'digest.confirm_title': 'Confirmez votre abonnement',
  'digest.confirm': 'Confirmer',
  'digest.confirmed': 'Abonnement confirmé',
  'digest.confirmed_text':
    'Vous recevrez chaque semaine ces évènements : {scope}. Les semaines sans évènement sont ignorées.',
  'digest.manage_title': 'Votre e-mail hebdomadaire',
  'digest.manage_text': '{email} reçoit : {scope}.',
  'digest.save': 'Enregistrer',
  'digest.saved': 'Vos modifications ont été enregistrées.',
  'digest.unsubscribe_title': 'Se désabonner',
  'digest.unsubscribe_text': 'Votre adresse est supprimée immédiatement.',
  'digest.unsubscribe': 'Se désabonner',
  'digest.unsubscribed': 'Vous êtes désabonné(e)',
  'digest.unsubscribed_text':
    'Votre adresse a été supprimée. Vous ne recevrez plus d’e-mails hebdomadaires pour cet abonnement.',
  'digest.invalid': 'Ce lien n’est plus valable',
  'digest.invalid_text':
    'Il a expiré ou a déjà été utilisé. Vous pouvez vous abonner à nouveau pour recevoir un nouveau lien.',
  'digest.heading': 'Les sept prochains jours',
  'digest.calendar': 'Ouvrir le calendrier',
  'digest.manage': 'Modifier la sélection',
  'digest.reason': 'Vous recevez cet e-mail parce que vous êtes abonné(e) aux évènements hebdomadaires de {site}.',
  'digest.mail_confirm_subject': 'Confirmez votre abonnement à {site}',
  'digest.mail_confirm_text':
    'Veuillez confirmer que vous souhaitez recevoir chaque semaine par e-mail les évènements de {site} ({scope}). Ouvrez ce lien et cliquez sur le bouton :',
  'digest.mail_confirm_end':
    'Le lien est valable {hours} heures. Si vous n’avez rien demandé, ignorez cet e-mail : vous n’en recevrez pas d’autre et votre adresse sera supprimée.',
  'digest.mail_manage_subject': 'Votre abonnement à {site}',
  'digest.mail_manage_text':
    'Vous êtes déjà abonné(e) aux évènements hebdomadaires de {site} ({scope}). Ce lien vous permet de modifier l’abonnement ou de vous désabonner :',
  'digest.mail_manage_end': 'Si vous n’avez rien demandé, ignorez cet e-mail. Rien n’a changé.',
} as const
