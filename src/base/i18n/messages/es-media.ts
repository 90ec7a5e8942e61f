import type { enMedia } from './en-media.ts'

export const esMedia: Readonly<Record<keyof typeof enMedia, string>> = {
  'hint.crop': 'Se espera un objeto con «x», «y», «width» y «height», de 0 a 1, dentro de la imagen.',
  'hint.focal_point': 'Se espera un objeto con «x» e «y», de 0 a 1.',
  'media.crop':
    'Parte de la imagen original que se muestra, en fracciones de su ancho y alto; null para toda la imagen',
  'media.focal_point':
    'Punto más importante de la imagen mostrada, en fracciones de su ancho y alto; null para el centro',
  'media.url': 'URL de la que se descarga la imagen, en lugar de un archivo',
  'media.unused': 'true: solo imágenes que ningún registro usa; false: solo imágenes en uso. Solo para editores',
  'media.missing_alt': 'true: solo imágenes sin texto alternativo; false: solo imágenes que lo tienen',
  'media.with': 'ID de la imagen que sustituye a esta en todos los registros',
  'view.crop': 'Parte mostrada de la imagen original, en fracciones de su ancho y alto; null para toda la imagen',
  'view.focal_point': 'Punto más importante de la imagen, en fracciones de su ancho y alto',
  'view.original': 'La imagen sin recortar, para usuarios que pueden editarla; null si es la que se muestra',
  'view.image_alt_text': 'Texto alternativo de la imagen',
  'view.usage': 'Registros que muestran la imagen, en la medida en que puede verlos',
  'view.usage_kind': 'Tipo de registro',
  'view.replaced': 'Número de registros que ahora muestran la otra imagen',
  'operation.listMediaUsage': 'Listar los eventos, lugares, organizadores y series que usan una imagen',
  'operation.replaceMedia': 'Sustituir una imagen por otra en todos los registros',
  'operation.listCalendarEvents':
    'Listar los eventos de un período con los pocos campos que muestra un calendario, incluidos los borradores',
  'calendar.from': 'Primera fecha del período',
  'calendar.to': 'Última fecha del período',
  'view.calendar_events': 'Eventos que coinciden con el período, por inicio',
  'view.calendar_total': 'Número de eventos del período; la lista contiene 5000 como máximo',
  'view.calendar_hidden': 'Si el evento está oculto en los listados; null si no puede verlo',
  'view.calendar_series': 'ID de la serie, o null',
  'view.calendar_categories': 'ID de las categorías',
  'view.can_edit': 'Si puede editar el evento',
}
