import type { enWebhooks } from './en-webhooks.ts'

export const nlWebhooks: Readonly<Record<keyof typeof enWebhooks, string>> = {
  'tag.webhooks': 'Berichten over wijzigingen voor andere systemen',
  'error.webhook-not-found': 'Webhook niet gevonden.',
  'error.webhook-disabled': 'De webhook is uitgeschakeld. Schakel hem eerst in.',
  'error.delivery-not-found': 'Bezorging niet gevonden.',
  'error.delivery-page-not-found': 'De gevraagde pagina van de bezorgingen bestaat niet.',
  'webhook.name': 'Naam, voor beheerders',
  'webhook.url': 'URL die de berichten als POST-verzoeken ontvangt, http of https',
  'webhook.kinds': 'Soorten records waarvan de wijzigingen worden verzonden; standaard evenementen',
  'webhook.filters':
    'Alleen evenementen die aan deze filters van de evenementenlijst voldoen; status geldt ook voor locaties en organisatoren',
  'webhook.view':
    'public: records zoals anonieme bezoekers ze zien (standaard); full: zoals redacteuren ze zien, met concepten en privérecords',
  'webhook.enabled': 'Of wijzigingen worden verzonden. Na het inschakelen begint het bij de volgende wijziging',
  'webhook.disabled_reason':
    'Waarom de dienst de webhook heeft uitgeschakeld: failing (drie dagen zonder succes), gone (status 410) of leeg',
  'webhook.secret': 'Geheim waarmee handtekeningen worden gecontroleerd, alleen in dit antwoord getoond',
  'webhook.previous_secret_until': 'Tijd tot wanneer ook het vorige geheim ondertekent, UTC; null zonder vorig geheim',
  'webhook.created': 'Tijd van aanmaken, UTC',
  'webhook.modified': 'Tijd van de laatste wijziging, UTC',
  'webhook.delivery_id': 'ID van de bezorging',
  'webhook.delivery_state':
    'pending: wacht op een poging; delivered: bezorgd; failed: opgegeven; canceled: de webhook werd eerder uitgeschakeld',
  'webhook.message_id': 'ID van het bericht, in de header webhook-id; gelijk bij alle pogingen en herhalingen',
  'webhook.type': 'Type van het bericht',
  'webhook.record': 'ID van het record',
  'webhook.revision': 'Revisie van het record na de wijziging',
  'webhook.changed': 'Tijd van de wijziging, UTC',
  'webhook.queued': 'Tijd waarop de bezorging in de wachtrij kwam, UTC',
  'webhook.attempts': 'Aantal pogingen sinds de bezorging in de wachtrij kwam',
  'webhook.attempted': 'Tijd van de laatste poging, UTC; null vóór de eerste',
  'webhook.next_attempt': 'Tijd van de volgende poging, UTC; null als die er niet is',
  'webhook.status': 'HTTP-status van het laatste antwoord; 0 zonder antwoord',
  'webhook.duration_ms': 'Duur van de laatste poging in milliseconden',
  'webhook.response': 'De eerste 1000 bytes van het laatste antwoord',
  'webhook.failure':
    'Waarom er geen antwoord was: refused (de host is niet openbaar), unreachable (onbereikbaar), timeout (tijdslimiet) of leeg',
  'webhook.ping_ok': 'Of de ontvanger met een status van 200 tot 299 heeft geantwoord',
  'webhook.queued_count': 'Aantal bezorgingen in de wachtrij',
  'webhook.replay_from': 'Begin van de periode; in de tijdzone van de site, tenzij met een tijdverschil',
  'webhook.replay_to': 'Einde van de periode, standaard nu; in de tijdzone van de site, tenzij met een tijdverschil',
  'operation.listWebhooks': 'Alle webhooks opvragen',
  'operation.createWebhook': 'Een webhook aanmaken. Het antwoord bevat het geheim, dat maar één keer wordt getoond',
  'operation.getWebhook': 'Een webhook opvragen',
  'operation.updateWebhook': 'Een webhook wijzigen; weggelaten velden blijven ongewijzigd',
  'operation.deleteWebhook': 'Een webhook met zijn bezorgingen verwijderen',
  'operation.rotateWebhookSecret': 'Een nieuw geheim aanmaken; het vorige ondertekent nog 24 uur mee',
  'operation.pingWebhook': 'Een testbericht verzenden en het antwoord van de ontvanger teruggeven',
  'operation.listWebhookDeliveries': 'De bezorgingen van een webhook opvragen, nieuwste eerst',
  'operation.replayWebhookDelivery': 'Een bezorging opnieuw verzenden',
  'operation.replayWebhook': 'De wijzigingen van een periode opnieuw verzenden',
  'mail.webhook_disabled_subject': '{site}: webhook uitgeschakeld',
  'mail.webhook_failing_text':
    'De webhook {id} naar {url} is uitgeschakeld, omdat drie dagen lang geen bezorging is gelukt.',
  'mail.webhook_gone_text':
    'De webhook {id} naar {url} is uitgeschakeld, omdat de URL met status 410 (Gone) heeft geantwoord.',
  'mail.webhook_disabled_end':
    'Wijzigingen worden daar niet meer heen verzonden. Schakel de webhook in zodra de ontvanger weer werkt, en verzend de wijzigingen sindsdien opnieuw.',
}
