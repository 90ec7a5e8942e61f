import type { enReview } from './en-review.ts'

export const nlReview: Readonly<Record<keyof typeof enReview, string>> = {
  'error.record-not-pending': 'Het item wacht niet op beoordeling.',
  'review.note_text': 'Tekst van de notitie',
  'review.reason': 'Reden, die de auteur ziet',
  'review.note_action': 'return voor de reden van een terugzending',
  'review.days': 'Dagen vooruit waarin geplande items verschijnen',
  'review.date': 'Tijdstip van publicatie, in de tijdzone van de site',
  'review.notes': 'Aantal notities',
  'review.newest_note': 'De nieuwste notitie; null zonder notitie',
  'review.pending': 'Ingediende items',
  'review.returned': 'Teruggestuurde concepten',
  'review.scheduled': 'Items die in de periode verschijnen',
  'review.mails': 'Of de gebruiker e-mails over beoordelingen krijgt',
  'review.mail_language': 'Taal van de e-mails',
  'operation.getReview':
    'Ingediende, teruggestuurde en binnenkort verschijnende items tonen: alle voor redacteuren, anders de eigen',
  'operation.getReviewMails': 'Lezen of de gebruiker e-mails over beoordelingen krijgt',
  'operation.changeReviewMails': 'Wijzigen of de gebruiker e-mails over beoordelingen krijgt',
  'mail.review_submitted_subject': 'Ter beoordeling: {title}',
  'mail.review_submitted_text': '{name} heeft ‘{title}’ ter beoordeling ingediend.',
  'mail.review_returned_subject': 'Teruggestuurd: {title}',
  'mail.review_returned_text': '{name} heeft ‘{title}’ naar u teruggestuurd om deze reden:',
  'mail.review_approved_subject': 'Geaccepteerd: {title}',
  'mail.review_approved_text': '{name} heeft ‘{title}’ voor publicatie geaccepteerd.',
  'mail.review_end': 'U kunt deze e-mails hier uitschakelen: {url}',
  'operation.listEventNotes': 'De beoordelingsnotities van een evenement tonen',
  'operation.addEventNote': 'Een beoordelingsnotitie aan een evenement toevoegen',
  'operation.returnEvent':
    'Een ingediend item (een evenement) als concept terugsturen naar de auteur; voor redacteuren',
  'operation.listVenueNotes': 'De beoordelingsnotities van een locatie tonen',
  'operation.addVenueNote': 'Een beoordelingsnotitie aan een locatie toevoegen',
  'operation.returnVenue': 'Een ingediend item (een locatie) als concept terugsturen naar de auteur; voor redacteuren',
  'operation.listOrganizerNotes': 'De beoordelingsnotities van een organisator tonen',
  'operation.addOrganizerNote': 'Een beoordelingsnotitie aan een organisator toevoegen',
  'operation.returnOrganizer':
    'Een ingediend item (een organisator) als concept terugsturen naar de auteur; voor redacteuren',
}
