import type { enMedia } from './en-media.ts'

export const nlMedia: Readonly<Record<keyof typeof enMedia, string>> = {
  'hint.crop':
    'Verwacht wordt een object met "x", "y", "width" en "height", van 0 tot 1, dat binnen de afbeelding ligt.',
  'hint.focal_point': 'Verwacht wordt een object met "x" en "y", van 0 tot 1.',
  'media.crop':
    'Getoond deel van de originele afbeelding, in fracties van breedte en hoogte; null voor de hele afbeelding',
  'media.focal_point':
    'Belangrijkste punt van de getoonde afbeelding, in fracties van breedte en hoogte; null voor het midden',
  'media.url': 'URL waarvan de afbeelding wordt opgehaald, in plaats van een bestand',
  'media.unused':
    'true: alleen afbeeldingen die geen record gebruikt; false: alleen gebruikte afbeeldingen. Alleen voor redacteuren',
  'media.missing_alt':
    'true: alleen afbeeldingen zonder alternatieve tekst; false: alleen afbeeldingen met een alternatieve tekst',
  'media.with': 'ID van de afbeelding die deze in alle records vervangt',
  'view.crop':
    'Getoond deel van de originele afbeelding, in fracties van breedte en hoogte; null voor de hele afbeelding',
  'view.focal_point': 'Belangrijkste punt van de afbeelding, in fracties van breedte en hoogte',
  'view.original':
    'De niet-bijgesneden afbeelding, voor gebruikers die haar mogen bewerken; null als zij wordt getoond',
  'view.image_alt_text': 'Alternatieve tekst van de afbeelding',
  'view.usage': 'Records die de afbeelding tonen, voor zover u ze mag zien',
  'view.usage_kind': 'Soort record',
  'view.replaced': 'Aantal records dat nu de andere afbeelding toont',
  'operation.listMediaUsage':
    'De evenementen, locaties, organisatoren en reeksen opsommen die een afbeelding gebruiken',
  'operation.replaceMedia': 'Een afbeelding in alle records door een andere vervangen',
  'operation.listCalendarEvents':
    'De evenementen van een periode opsommen met de paar velden die een kalender toont, ook concepten',
  'calendar.from': 'Eerste datum van de periode',
  'calendar.to': 'Laatste datum van de periode',
  'view.calendar_events': 'Evenementen die in de periode vallen, op begin',
  'view.calendar_total': 'Aantal evenementen in de periode; de lijst bevat er hoogstens 5.000',
  'view.calendar_hidden': 'Of het evenement in lijsten verborgen is; null als u dat niet mag zien',
  'view.calendar_series': 'ID van de reeks, of null',
  'view.calendar_categories': 'ID’s van de categorieën',
  'view.can_edit': 'Of u het evenement mag bewerken',
}
