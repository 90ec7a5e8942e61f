import type { enMedia } from './en-media.ts'

export const deMedia: Readonly<Record<keyof typeof enMedia, string>> = {
  'hint.crop':
    'Erwartet wird ein Objekt mit „x“, „y“, „width“ und „height“ von 0 bis 1, das innerhalb des Bildes liegt.',
  'hint.focal_point': 'Erwartet wird ein Objekt mit „x“ und „y“ von 0 bis 1.',
  'media.crop': 'Gezeigter Ausschnitt des Originals, in Bruchteilen von Breite und Höhe; null für das ganze Bild',
  'media.focal_point': 'Wichtigster Punkt des gezeigten Bildes, in Bruchteilen von Breite und Höhe; null für die Mitte',
  'media.url': 'URL, von der das Bild geladen wird, anstelle einer Datei',
  'media.unused': 'true: nur Bilder, die kein Datensatz verwendet; false: nur verwendete Bilder. Nur für Redakteure',
  'media.missing_alt': 'true: nur Bilder ohne Alternativtext; false: nur Bilder mit Alternativtext',
  'media.with': 'ID des Bildes, das dieses in allen Datensätzen ersetzt',
  'view.crop': 'Gezeigter Ausschnitt des Originals, in Bruchteilen von Breite und Höhe; null für das ganze Bild',
  'view.focal_point': 'Wichtigster Punkt des Bildes, in Bruchteilen von Breite und Höhe',
  'view.original': 'Das unbeschnittene Bild, für Benutzer, die es bearbeiten dürfen; null, wenn es gezeigt wird',
  'view.image_alt_text': 'Alternativtext des Bildes',
  'view.usage': 'Datensätze, die das Bild zeigen, soweit Sie sie sehen dürfen',
  'view.usage_kind': 'Art des Datensatzes',
  'view.replaced': 'Anzahl der Datensätze, die nun das andere Bild zeigen',
  'operation.listMediaUsage':
    'Die Veranstaltungen, Veranstaltungsorte, Veranstalter und Serien auflisten, die ein Bild verwenden',
  'operation.replaceMedia': 'Ein Bild in allen Datensätzen durch ein anderes ersetzen',
  'operation.listCalendarEvents':
    'Die Veranstaltungen eines Zeitraums mit den wenigen Feldern auflisten, die ein Kalender zeigt, auch Entwürfe',
  'calendar.from': 'Erstes Datum des Zeitraums',
  'calendar.to': 'Letztes Datum des Zeitraums',
  'view.calendar_events': 'Veranstaltungen, die in den Zeitraum fallen, nach Beginn',
  'view.calendar_total': 'Anzahl der Veranstaltungen im Zeitraum; die Liste enthält höchstens 5.000',
  'view.calendar_hidden': 'Ob die Veranstaltung in Listen ausgeblendet ist; null, wenn Sie das nicht sehen dürfen',
  'view.calendar_series': 'ID der Serie oder null',
  'view.calendar_categories': 'IDs der Kategorien',
  'view.can_edit': 'Ob Sie die Veranstaltung bearbeiten dürfen',
}
