import type { enSources } from './en-sources.ts'

export const nlSources: Readonly<Record<keyof typeof enSources, string>> = {
  'tag.sources': 'Externe agenda’s die regelmatig worden geïmporteerd',
  'answer.202': 'Geaccepteerd: het werk gaat op de achtergrond door',
  'error.source-not-found': 'Bron niet gevonden.',
  'error.source-run-not-found': 'Uitvoering niet gevonden.',
  'error.source-run-page-not-found': 'De gevraagde pagina met uitvoeringen bestaat niet.',
  'hint.source_url':
    'Verwacht een http-, https- of webcal-URL zonder gebruikersnaam en wachtwoord, bijvoorbeeld "https://example.com/events.ics".',
  'operation.listSources': 'Alle bronnen weergeven',
  'operation.createSource': 'Een bron aanmaken; de eerste uitvoering begint meteen',
  'operation.getSource': 'Een bron ophalen',
  'operation.updateSource':
    'Een bron wijzigen; weggelaten velden blijven ongewijzigd. De volgende uitvoering begint meteen',
  'operation.deleteSource': 'Een bron verwijderen; de evenementen blijven',
  'operation.runSource': 'Een bron nu uitvoeren; het antwoord is de wachtende uitvoering, en Location de URL ervan',
  'operation.previewSource':
    'Nagaan wat een uitvoering zou wijzigen, zonder iets te wijzigen; het antwoord is de wachtende uitvoering, en Location de URL ervan',
  'operation.listSourceRuns': 'De uitvoeringen van een bron weergeven, de nieuwste eerst',
  'operation.getSourceRun': 'Een uitvoering van een bron ophalen',
  'source.id': 'ID van de bron',
  'source.name': 'Naam van de bron; standaard de URL',
  'source.type':
    'ics: een iCalendar-URL; tec: een site met The Events Calendar; calends: een site met Calends; page: een willekeurige pagina, waarvan de eerste uitvoering kiest wat ze biedt; standaard ics',
  'source.url': 'URL van de agenda, site of pagina',
  'source.username': 'Gebruikersnaam voor de bron; bij tec en calends die van een toepassingswachtwoord',
  'source.password':
    'Wachtwoord of toepassingswachtwoord voor de bron, dat nooit wordt teruggegeven; vervalt als de URL naar een andere server verandert',
  'source.has_password': 'Of er een wachtwoord is opgeslagen',
  'source.interval': 'Minuten van het einde van een uitvoering tot de volgende, van 5 tot 43200; standaard 60',
  'source.category': 'ID van de categorie die de evenementen naast hun eigen categorieën krijgen; 0 voor geen',
  'source.status': 'Status van nieuwe evenementen; standaard publish',
  'source.author': 'ID van de auteur van nieuwe evenementen; standaard de gebruiker die de bron aanmaakt',
  'source.missing':
    'Wat er gebeurt met evenementen die uit de bron verdwijnen: cancel (afgelasten, standaard), trash (naar de prullenbak) of keep (behouden)',
  'source.enabled': 'Of de bron regelmatig wordt uitgevoerd',
  'source.created': 'Tijdstip van aanmaken, UTC',
  'source.next_run': 'Tijdstip waarop de volgende uitvoering begint, UTC; null voor een uitgeschakelde bron',
  'source.failures': 'Aantal opeenvolgende mislukte uitvoeringen',
  'source.last_run': 'Laatste uitvoering die geen voorbeeld was; null voor de eerste',
  'source.confirm': 'Of in deze uitvoering meer dan de helft van de evenementen mag verdwijnen',
  'source.run_id': 'ID van de uitvoering',
  'source.run_status': 'queued: wacht; not-modified: de bron is sinds de laatste uitvoering niet gewijzigd',
  'source.run_preview': 'Of de uitvoering niets wijzigt en weergeeft wat ze zou wijzigen',
  'source.run_requested': 'Tijdstip van de aanvraag, UTC',
  'source.run_started': 'Begin, UTC; daarvoor null',
  'source.run_ended': 'Einde, UTC; daarvoor null',
  'source.run_created': 'Aantal aangemaakte evenementen',
  'source.run_updated': 'Aantal gewijzigde evenementen, inclusief teruggekeerde',
  'source.run_unchanged': 'Aantal gelijke evenementen',
  'source.run_conflicts': 'Aantal evenementen die hier zijn bewerkt en daarom ongewijzigd bleven',
  'source.run_canceled':
    'Aantal evenementen die zijn afgelast of naar de prullenbak verplaatst omdat de bron ze niet meer bevat',
  'source.run_failed': 'Aantal evenementen die niet konden worden geïmporteerd',
  'source.run_error': 'Reden van een mislukte uitvoering; anders leeg',
  'source.run_details':
    'Hoogstens 100 evenementen met een conflict of probleem, of die zijn afgelast, en opmerkingen over de bron; in een voorbeeld alle geplande wijzigingen',
  'source.detail_outcome': 'Wat er met het evenement is gebeurd; warning voor een opmerking over de bron',
  'source.detail_key': 'Kenmerk van het evenement in de bron',
  'source.detail_event': 'ID van het evenement; 0 zonder',
  'source.detail_title': 'Titel van het evenement',
  'source.detail_reason': 'Reden, als die er is',
}
