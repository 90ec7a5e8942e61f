import type { enEditing } from './en-editing.ts'

export const itEditing: Readonly<Record<keyof typeof enEditing, string>> = {
  'preview.hours': 'Ore di validità del link',
  'preview.has_password': 'Se una password protegge l’evento',
  'preview.html': 'La pagina dell’evento con i campi inviati, in HTML',
  'preview.url': 'URL della pagina. Chi lo possiede vede l’evento fino alla scadenza',
  'preview.expires': 'Fine della validità del link, UTC; null senza link',
  'preview.revoked': 'Se esisteva un link valido',
  'operation.getEventInput': 'Ottenere i campi di un evento nella forma in cui vengono scritti',
  'operation.previewEvent': 'Mostrare la pagina di un nuovo evento senza salvarlo',
  'operation.previewEventChange': 'Mostrare la pagina di un evento modificato senza salvare la modifica',
  'operation.getPreviewLink': 'Ottenere lo stato del link di anteprima di un evento',
  'operation.createPreviewLink':
    'Creare un link che mostra un evento non pubblicato a chi non ha un account, al posto del link precedente',
  'operation.revokePreviewLink': 'Revocare il link di anteprima di un evento',
}
