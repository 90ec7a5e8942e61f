import type { enEditing } from './en-editing.ts'

export const nlEditing: Readonly<Record<keyof typeof enEditing, string>> = {
  'preview.hours': 'Aantal uren dat de link geldig is',
  'preview.has_password': 'Of een wachtwoord het evenement beveiligt',
  'preview.html': 'De pagina van het evenement met de verzonden velden, als HTML',
  'preview.url': 'URL van de pagina. Wie deze heeft, ziet het evenement tot de link verloopt',
  'preview.expires': 'Einde van de geldigheid van de link, UTC; null zonder link',
  'preview.revoked': 'Of er een geldige link was',
  'operation.getEventInput': 'De velden van een evenement ophalen in de vorm waarin ze worden geschreven',
  'operation.previewEvent': 'De pagina van een nieuw evenement weergeven zonder het op te slaan',
  'operation.previewEventChange': 'De pagina van een gewijzigd evenement weergeven zonder de wijziging op te slaan',
  'operation.getPreviewLink': 'De status van de voorbeeldlink van een evenement ophalen',
  'operation.createPreviewLink':
    'Een link maken die een niet-gepubliceerd evenement toont aan wie geen account heeft, in plaats van de eerdere link',
  'operation.revokePreviewLink': 'De voorbeeldlink van een evenement intrekken',
}
