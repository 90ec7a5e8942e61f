import type { enProgram } from './en-program.ts'

export const nlProgram: Readonly<Record<keyof typeof enProgram, string>> = {
  'error.not_combined': 'Dit veld kan niet samen met {names} worden gebruikt.',
  'error.too_many_copies': 'Er zijn meer dan {limit} evenementen geselecteerd. Kopieer een kortere periode.',
  'error.copy_selection': 'Zonder include zijn de eerste en de laatste dag vereist.',
  'event.shift_days':
    'Verplaatst het evenement met dit aantal dagen op dezelfde kloktijd, terug indien negatief; niet samen met datums',
  'event.categories_add': 'ID’s van categorieën om toe te voegen; niet samen met categories',
  'event.categories_remove': 'ID’s van categorieën om te verwijderen; niet samen met categories',
  'list.author': 'Alleen evenementen van deze auteurs, op ID van de gebruiker',
  'list.has_image': 'true: alleen evenementen met afbeelding; false: alleen zonder',
  'list.has_venue': 'true: alleen evenementen met locatie; false: alleen zonder',
  'copy.start_date': 'Eerste dag: evenementen die vanaf deze dag beginnen worden gekopieerd',
  'copy.end_date': 'Laatste dag: evenementen die tot en met deze dag beginnen worden gekopieerd',
  'copy.include': 'ID’s van de evenementen om te kopiëren, in plaats van een periode',
  'copy.exclude': 'ID’s van evenementen die niet worden gekopieerd',
  'copy.days': 'Aantal dagen tussen een evenement en zijn kopie, op dezelfde kloktijd; 7 voor de volgende week',
  'copy.status': 'Status van de kopieën; standaard draft',
  'copy.occurrences':
    'Of ook evenementen van reeksen worden gekopieerd; standaard false, omdat reeksen hun eigen evenementen aanmaken',
  'operation.copyEvents': 'De evenementen van een periode naar andere dagen kopiëren',
  'operation.listEventAuthors': 'De auteurs van evenementen tonen, voor het filter op auteur',
  'view.copy_source': 'ID van het gekopieerde evenement',
  'view.copies': 'De kopieën, op volgorde van hun begin',
  'view.copies_skipped':
    'Evenementen die niet zijn gekopieerd, omdat er een met dezelfde titel en hetzelfde begin bestaat',
  'view.copies_total': 'Aantal kopieën',
  'view.authors': 'Gebruikers met evenementen',
  'view.author_name': 'Naam van de gebruiker, of de gebruikersnaam als er geen naam is',
}
