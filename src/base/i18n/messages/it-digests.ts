/** Italian texts of digests by mail. */
export const itDigests = {
  'digest.title': 'Gli eventi della settimana via e-mail',
  'digest.text': 'Ogni {day} si ricevono gli eventi dei sette giorni successivi.',
  'digest.email': 'Indirizzo e-mail',
  'digest.subscribe': 'Iscriviti via e-mail',
  'digest.privacy':
    'Prima inviamo un link per confermare l’indirizzo. Ogni e-mail contiene un link per annullare l’iscrizione; l’indirizzo viene quindi eliminato.',
  'digest.all_events': 'Tutti gli eventi',
  'digest.without': 'senza {names}',
  'digest.scope': 'Eventi nell’e-mail',
  'digest.search': 'Testo da cercare',
  'digest.language': 'Lingua',
  'digest.requested': 'Controllare la posta',
  'digest.requested_text':
    'Abbiamo inviato un’e-mail a {email}. Seguire il link entro 48 ore. Se non arriva, controllare la cartella dello spam.',
  'digest.invalid_email': 'Inserire un indirizzo e-mail valido.',
  'digest.invalid_scope': 'Questi filtri non sono validi. Scegliere di nuovo gli eventi.',
  'digest.confirm_title': 'Confermare l’iscrizione',
  'digest.confirm': 'Conferma',
  'digest.confirmed': 'Iscrizione confermata',
  'digest.confirmed_text':
    'Ogni settimana arriveranno questi eventi: {scope}. Le settimane senza eventi vengono saltate.',
  'digest.manage_title': 'La tua e-mail settimanale',
  'digest.manage_text': '{email} riceve: {scope}.',
  'digest.save': 'Salva',
  'digest.saved': 'Le modifiche sono state salvate.',
  'digest.unsubscribe_title': 'Annulla l’iscrizione',
  'digest.unsubscribe_text': 'L’indirizzo viene eliminato subito.',
  'digest.unsubscribe': 'Annulla l’iscrizione',
  'digest.unsubscribed': 'Iscrizione annullata',
  'digest.unsubscribed_text':
    'L’indirizzo è stato eliminato. Non arriveranno altre e-mail settimanali per questa iscrizione.',
  'digest.invalid': 'Questo link non è più valido',
  'digest.invalid_text': 'È scaduto o è già stato usato. È possibile iscriversi di nuovo per ricevere un nuovo link.',
  'digest.heading': 'I prossimi sette giorni',
  'digest.calendar': 'Apri il calendario',
  'digest.manage': 'Modifica la selezione',
  'digest.reason': 'Ricevi questa e-mail perché ti sei iscritto agli eventi settimanali di {site}.',
  'digest.mail_confirm_subject': 'Confermare l’iscrizione a {site}',
  'digest.mail_confirm_text':
    'Confermare di voler ricevere ogni settimana via e-mail gli eventi di {site} ({scope}). Aprire questo link e premere il pulsante:',
  'digest.mail_confirm_end':
    'Il link è valido per {hours} ore. Se non lo hai richiesto, ignora questa e-mail: non ne arriveranno altre e l’indirizzo verrà eliminato.',
  'digest.mail_manage_subject': 'La tua iscrizione a {site}',
  'digest.mail_manage_text':
    'L’iscrizione agli eventi settimanali di {site} esiste già ({scope}). Con questo link è possibile modificarla o annullarla:',
  'digest.mail_manage_end': 'Se non lo hai richiesto, ignora questa e-mail. Non è cambiato nulla.',
} as const
