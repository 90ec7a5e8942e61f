import type { enChanges } from './en-changes.ts'

export const nlChanges: Readonly<Record<keyof typeof enChanges, string>> = {
  'error.cursor-expired':
    'De cursor kan niet worden voortgezet. Vraag de wijzigingen zonder cursor op en vervang uw kopie.',
  'hint.cursor': 'Verwacht wordt de cursor van een eerder antwoord.',
  'changes.since': 'Cursor van een eerder antwoord; zonder cursor begint het antwoord met alle records',
  'changes.kinds': 'Alleen records van deze soorten',
  'changes.include': 'records: wijzigingen bevatten de records en niet alleen hun ID’s',
  'changes.wait': 'Aantal seconden dat op een wijziging wordt gewacht als er geen is',
  'view.changes': 'Gewijzigde records, elk één keer, in de volgorde van hun laatste wijzigingen',
  'view.change_kind': 'Soort van het record',
  'view.change_deleted':
    'Of u het record niet meer mag zien of het niet meer aan de filters voldoet. Verwijder uw kopie, als u die hebt',
  'view.change_record': 'Het huidige record, zoals bij een verzoek via zijn ID; met include=records',
  'view.changes_cursor': 'Cursor voor het volgende verzoek',
  'view.changes_has_more': 'Of er meer wijzigingen zijn. Ga meteen door',
  'operation.listChanges':
    'Records weergeven die sinds een cursor zijn gewijzigd, ook verwijderde; in het begin alle records',
  'operation.streamChanges': 'Wijzigingen als Server-Sent Events verzenden. Last-Event-ID of since hervat de stroom',
  'page.updated': 'Deze pagina is gewijzigd.',
  'page.show_update': 'Wijzigingen tonen',
}
