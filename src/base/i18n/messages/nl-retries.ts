import type { enRetries } from './en-retries.ts'

export const nlRetries: Readonly<Record<keyof typeof enRetries, string>> = {
  'error.idempotency_key_invalid': 'Idempotency-Key moet 1 tot 255 tekens hebben.',
  'error.idempotency_key_reused': 'Deze Idempotency-Key is al gebruikt voor een verzoek met andere invoer.',
  'error.idempotency_key_in_use': 'Een verzoek met deze Idempotency-Key wordt al verwerkt.',
  'error.idempotency_response_not_stored':
    'Dit verzoek is al uitgevoerd. Het antwoord bevatte inloggegevens en is daarom niet opgeslagen.',
  'error.dry_run_unsupported': 'Deze bewerking ondersteunt dry_run niet.',
  'error.batch_failed': 'Verzoek {number} van de batch is mislukt, daarom is er niets gewijzigd.',
  'error.batch_not_atomic': 'Dit verzoek kan geen deel zijn van een atomaire batch.',
  'error.batch_nested': 'Een batch kan geen andere batch en geen verzoek bevatten dat op wijzigingen wacht.',
  'error.batch_response_too_large':
    'Het verzoek is niet uitgevoerd, omdat de eerdere antwoorden van de batch te groot zijn.',
  'error.transaction_too_large':
    'De transactie zou meer dan {changes} wijzigingen bevatten of langer dan {seconds} seconden duren. Stuur minder verzoeken tegelijk.',
  'error.image_not_in_library': 'In een atomaire batch moet de afbeelding al in de mediabibliotheek staan.',
  'error.unknown_parameter': 'Onbekende parameter.',
  'error.record-not-in-trash': 'Het record ligt niet in de prullenbak.',
  'batch.requests': 'Verzoeken in de volgorde van uitvoering, hoogstens 100',
  'batch.atomic': 'Of de verzoeken één transactie zijn: als er een mislukt, wijzigt geen enkel iets',
  'batch.method': 'HTTP-methode',
  'batch.path': 'Pad onder de URL van de API, met query, zoals /events/7?_fields=id',
  'batch.headers': 'Headers van het verzoek of van het antwoord. De aanmeldgegevens zijn die van de batch',
  'batch.body': 'JSON-inhoud van het verzoek of van het antwoord',
  'batch.responses': 'Antwoorden in de volgorde van de verzoeken',
  'hint.batch_requests':
    'Verwacht wordt een lijst van 1 tot {limit} verzoeken, elk met method, path en eventueel headers en body.',
  'hint.unknown_parameter': 'Het eindpunt heeft geen parameter met deze naam.',
  'field.permanent':
    'Definitief verwijderen in plaats van naar de prullenbak te verplaatsen; voor beheerders en redacteuren',
  'parameter.strict': 'Of een onbekende parameter een fout is, zoals met Prefer: handling=strict',
  'parameter.dry_run': 'Of het verzoek wordt uitgevoerd zonder iets op te slaan; het antwoord is wat het zou krijgen',
  'header.idempotency_key':
    'Unieke sleutel van deze schrijfbewerking. Een herhaald verzoek met dezelfde sleutel en invoer krijgt 24 uur lang het eerste antwoord',
  'answer.409': 'De toestand van het record staat dit niet toe',
  'answer.422': 'De Idempotency-Key is voor andere invoer gebruikt',
  'operation.runBatch': 'Tot 100 verzoeken tegelijk versturen, een voor een of als één transactie',
  'operation.restoreEvent': 'Een evenement uit de prullenbak terugzetten',
  'operation.restoreEventBySlug': 'Een evenement uit de prullenbak terugzetten, op basis van de slug',
  'operation.restoreVenue': 'Een locatie uit de prullenbak terugzetten',
  'operation.restoreVenueBySlug': 'Een locatie uit de prullenbak terugzetten, op basis van de slug',
  'operation.restoreOrganizer': 'Een organisator uit de prullenbak terugzetten',
  'operation.restoreOrganizerBySlug': 'Een organisator uit de prullenbak terugzetten, op basis van de slug',
}
