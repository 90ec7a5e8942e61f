import type { enHistory } from './en-history.ts'

export const nlHistory: Readonly<Record<keyof typeof enHistory, string>> = {
  'error.history-not-found': 'Dit record of deze revisie bestaat niet.',
  'error.history-page-not-found': 'De gevraagde pagina van de geschiedenis bestaat niet.',
  'field.revision': 'Revisie van het record, uit zijn geschiedenis',
  'field.restored_fields': 'Alleen deze velden terugzetten; standaard alle die sindsdien zijn gewijzigd',
  'hint.field_names': 'Verwacht: namen van velden, gescheiden door komma’s.',
  'hint.existing_revision': 'Verwacht: een revisie uit de geschiedenis van het record.',
  'audit.user': 'Alleen wijzigingen door de gebruiker met deze ID',
  'audit.kind': 'Alleen wijzigingen van records van deze soort',
  'audit.record': 'Alleen wijzigingen van het record met deze ID',
  'audit.action': 'Alleen deze actie',
  'audit.channel': 'Alleen wijzigingen via dit kanaal',
  'audit.from': 'Alleen wijzigingen vanaf dit tijdstip; zonder verschil met UTC geldt de tijdzone van de site',
  'audit.until': 'Alleen wijzigingen tot en met dit tijdstip; zonder verschil met UTC geldt de tijdzone van de site',
  'view.history_field': 'Naam van het veld',
  'view.history_before': 'Waarde vóór de wijziging; null als het record niet bestond',
  'view.history_after': 'Waarde na de wijziging; null als het record is verwijderd',
  'view.history_revision': 'Revisie van het record na de wijziging; 0 voor een vermelding zonder record',
  'view.history_date': 'Tijdstip van de wijziging, in de tijdzone van de site',
  'view.history_date_utc': 'Tijdstip van de wijziging, UTC',
  'view.history_action': 'Wat er is gebeurd',
  'view.history_channel':
    'Waar de wijziging vandaan kwam: de API, een pagina van de dienst (admin), de MCP-server, een import, een achtergrondtaak of de opdrachtregel',
  'view.history_user': 'Wie de wijziging heeft gemaakt; null zonder gebruiker. Alleen beheerders zien de aanmeldnaam',
  'view.history_changes': 'Gewijzigde velden. Van wachtwoorden alleen of er een is ingesteld',
  'view.history_id': 'ID van de vermelding',
  'view.history_kind': 'Soort van het record',
  'view.history_record': 'ID van het record; 0 als er geen is',
  'view.history_application': 'Naam van het gebruikte toepassingswachtwoord; leeg als er geen is. Voor beheerders',
  'view.history_ip': 'IP-adres van de client; leeg als er geen is. Voor beheerders',
  'operation.listEventHistory': 'De wijzigingen van een evenement opvragen, de nieuwste eerst',
  'operation.listVenueHistory': 'De wijzigingen van een locatie opvragen, de nieuwste eerst',
  'operation.listOrganizerHistory': 'De wijzigingen van een organisator opvragen, de nieuwste eerst',
  'operation.listCategoryHistory': 'De wijzigingen van een categorie opvragen, de nieuwste eerst',
  'operation.listTagHistory': 'De wijzigingen van een tag opvragen, de nieuwste eerst',
  'operation.listSeriesHistory': 'De wijzigingen van een reeks opvragen, de nieuwste eerst',
  'operation.listMediaHistory': 'De wijzigingen van een afbeelding opvragen, de nieuwste eerst',
  'operation.restoreEventRevision':
    'Een evenement terugzetten naar de toestand na een eerdere wijziging; een gewone wijziging',
  'operation.restoreVenueRevision':
    'Een locatie terugzetten naar de toestand na een eerdere wijziging; een gewone wijziging',
  'operation.restoreOrganizerRevision':
    'Een organisator terugzetten naar de toestand na een eerdere wijziging; een gewone wijziging',
  'operation.restoreCategoryRevision':
    'Een categorie terugzetten naar de toestand na een eerdere wijziging; een gewone wijziging',
  'operation.restoreTagRevision': 'Een tag terugzetten naar de toestand na een eerdere wijziging; een gewone wijziging',
  'operation.restoreSeriesRevision':
    'Een reeks terugzetten naar de toestand na een eerdere wijziging; een gewone wijziging',
  'operation.restoreMediaRevision':
    'Een afbeelding terugzetten naar de toestand na een eerdere wijziging; een gewone wijziging',
  'operation.listAudit': 'Alle wijzigingen en aanmeldingen opvragen, de nieuwste eerst; voor beheerders',
}
