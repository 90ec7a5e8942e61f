import type { enImports } from './en-imports.ts'

export const nlImports: Readonly<Record<keyof typeof enImports, string>> = {
  'tag.imports': 'Bestanden en sites die eenmalig worden geïmporteerd',
  'tag.exports': 'Downloads van alle records',
  'error.import-not-found': 'Import niet gevonden.',
  'error.import-page-not-found': 'De gevraagde pagina met imports of resultaten bestaat niet.',
  'error.import-busy': 'Een taak van deze import wacht of loopt. Wacht tot die klaar is of stop die.',
  'error.import-not-runnable':
    'Er is niets te importeren: het bestand is al geïmporteerd, verwijderd of was niet leesbaar.',
  'error.import-not-undoable':
    'Deze import kan niet ongedaan worden gemaakt: hij heeft niets gewijzigd, is al ongedaan gemaakt of is ouder dan de geschiedenis.',
  'hint.import_mapping':
    'Verwacht wordt een object met ‘kind’, ‘columns’, ‘delimiter’ of ‘dates’, waarvan de kolommen namen van velden zijn.',
  'hint.import_categories': 'Verwacht worden hoogstens 20 namen van categorieën.',
  'operation.listImports': 'Imports weergeven, de nieuwste eerst',
  'operation.createImport':
    'Importeren vanaf een URL: een bestand of site. De inhoud wordt meteen onderzocht, er wordt nog niets geschreven',
  'operation.uploadImport':
    'Een te importeren bestand uploaden. Het wordt meteen onderzocht, er wordt nog niets geschreven',
  'operation.getImport': 'Een import met de voortgang ophalen',
  'operation.updateImport':
    'De instellingen van een import wijzigen voordat die wordt uitgevoerd; weggelaten velden blijven ongewijzigd',
  'operation.deleteImport': 'Een import met bestand en resultaten verwijderen; geïmporteerde records blijven',
  'operation.previewImport':
    'Bepalen wat een import zou wijzigen, zonder iets te wijzigen; Location is de URL van de import',
  'operation.runImport': 'Een import op de achtergrond uitvoeren; Location is de URL van de import',
  'operation.undoImport':
    'Een import ongedaan maken: verwijderen wat is aangemaakt en herstellen wat is gewijzigd, behalve records die sindsdien zijn gewijzigd',
  'operation.stopImport': 'De taak van een import stoppen; wat is geschreven, blijft',
  'operation.listImportResults': 'De records van de laatste voorvertoning, import of ongedaanmaking weergeven',
  'operation.exportRecords': 'Alle records exporteren, één per regel, zonder afbeeldingsbestanden',
  'operation.exportWordpress': 'Alle records exporteren zoals WordPress',
  'operation.exportCalendar': 'Evenementen in elke status als iCalendar exporteren',
  'operation.exportEvents': 'Evenementen als CSV exporteren met de kolommen van The Events Calendar',
  'operation.exportVenues': 'Locaties als CSV exporteren met de kolommen van The Events Calendar',
  'operation.exportOrganizers': 'Organisatoren als CSV exporteren met de kolommen van The Events Calendar',
  'operation.listEventsAsProgram':
    'Evenementen per dag weergeven als HTML-pagina voor tekstverwerkers; geeft alle overeenkomende, tenzij een pagina wordt gevraagd',
  'import.id': 'ID van de import',
  'import.name': 'Naam van het geüploade bestand; leeg bij een URL',
  'import.url': 'URL van een bestand, pagina of site; leeg bij een geüpload bestand',
  'import.file': 'Te importeren bestand, hoogstens 64 MiB',
  'import.size': 'Grootte van het opgeslagen bestand in bytes; 0 nadat het is geïmporteerd, of na 7 dagen',
  'import.channel': 'api: aangevraagd door een beheerder; command: gedaan met calends import',
  'import.user': 'ID van de beheerder; 0 bij de opdrachtregel',
  'import.format': 'Formaat van het bestand; leeg als het wordt herkend',
  'import.detected_format': 'Herkend formaat; eerst leeg',
  'import.record_status':
    'Status van nieuwe records uit agenda’s en tabellen; leeg voor die van het bestand of anders publish',
  'import.categories': 'Namen van categorieën die elk evenement van een agenda of tabel extra krijgt',
  'import.images': 'Of afbeeldingen van hun URL’s worden opgehaald; standaard true',
  'import.mapping':
    'Voor tabellen: kolommen per kop (een lege naam slaat die over), soort, scheidingsteken en volgorde van datums',
  'import.table':
    'In een tabel gevonden kolommen met eerste waarden en voorgestelde koppeling; null bij andere formaten',
  'import.task': 'Laatst gevraagde taak',
  'import.status': 'Status van de taak',
  'import.done': 'Aantal verwerkte records',
  'import.total': 'Aantal records van de taak; 0 zolang dat onbekend is',
  'import.counts': 'Aantallen records per uitkomst',
  'import.can_run': 'Of een voorvertoning of de import kan worden gevraagd',
  'import.can_undo': 'Of de import ongedaan kan worden gemaakt',
  'import.imported': 'Tijdstip waarop de import begon te schrijven, UTC; eerst null',
  'import.undone': 'Tijdstip waarop de import ongedaan is gemaakt, UTC; eerst null',
  'import.undo_preview': 'Bepaalt alleen wat ongedaan zou worden gemaakt',
  'import.result_outcome':
    'Wat er met het record gebeurde of zou gebeuren. conflict: het is hier gewijzigd en blijft zoals het is',
  'import.result_kind': 'Soort record; leeg voor delen van het bestand die geen records zijn',
  'import.result_record': 'ID van het record; 0 als het niet bestaat',
  'import.result_location': 'Bestand en regel van het record',
  'import.result_details': 'Namen van de gewijzigde velden, of de reden, in het Engels',
}
