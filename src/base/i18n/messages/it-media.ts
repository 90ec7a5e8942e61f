import type { enMedia } from './en-media.ts'

export const itMedia: Readonly<Record<keyof typeof enMedia, string>> = {
  'hint.crop': 'È previsto un oggetto con "x", "y", "width" e "height", da 0 a 1, all’interno dell’immagine.',
  'hint.focal_point': 'È previsto un oggetto con "x" e "y", da 0 a 1.',
  'media.crop':
    'Parte dell’immagine originale da mostrare, in frazioni di larghezza e altezza; null per l’intera immagine',
  'media.focal_point':
    'Punto più importante dell’immagine mostrata, in frazioni di larghezza e altezza; null per il centro',
  'media.url': 'URL da cui scaricare l’immagine, al posto di un file',
  'media.unused': 'true: solo le immagini che nessun record usa; false: solo le immagini in uso. Solo per i redattori',
  'media.missing_alt': 'true: solo le immagini senza testo alternativo; false: solo quelle che lo hanno',
  'media.with': 'ID dell’immagine che sostituisce questa in tutti i record',
  'view.crop': 'Parte mostrata dell’immagine originale, in frazioni di larghezza e altezza; null per l’intera immagine',
  'view.focal_point': 'Punto più importante dell’immagine, in frazioni di larghezza e altezza',
  'view.original': 'L’immagine non ritagliata, per gli utenti che possono modificarla; null se è quella mostrata',
  'view.image_alt_text': 'Testo alternativo dell’immagine',
  'view.usage': 'Record che mostrano l’immagine, per quanto puoi vederli',
  'view.usage_kind': 'Tipo di record',
  'view.replaced': 'Numero di record che ora mostrano l’altra immagine',
  'operation.listMediaUsage': 'Elenca gli eventi, i luoghi, gli organizzatori e le serie che usano un’immagine',
  'operation.replaceMedia': 'Sostituisce un’immagine con un’altra in tutti i record',
  'operation.listCalendarEvents':
    'Elenca gli eventi di un periodo con i pochi campi che un calendario mostra, bozze comprese',
  'calendar.from': 'Prima data del periodo',
  'calendar.to': 'Ultima data del periodo',
  'view.calendar_events': 'Eventi che cadono nel periodo, per inizio',
  'view.calendar_total': 'Numero di eventi nel periodo; l’elenco ne contiene al massimo 5.000',
  'view.calendar_hidden': 'Se l’evento è nascosto negli elenchi; null se non puoi vederlo',
  'view.calendar_series': 'ID della serie, o null',
  'view.calendar_categories': 'ID delle categorie',
  'view.can_edit': 'Se puoi modificare l’evento',
}
