import type { enDirectory } from './en-directory.ts'

export const nlDirectory: Readonly<Record<keyof typeof enDirectory, string>> = {
  'directory.similar_name': 'Naam om te vergelijken',
  'directory.similar_address': 'Adres om te vergelijken',
  'directory.similar_city': 'Plaats; locaties in een andere plaats lijken er niet op',
  'directory.similar_exclude': 'ID van het item dat wordt bewerkt; het wordt niet getoond',
  'directory.name': 'Naam zoals opgeslagen',
  'directory.events': 'Aantal gepubliceerde evenementen',
  'directory.match':
    'Wat gelijk is: de naam afgezien van hoofdletters, accenten, leestekens en lidwoord (name); de spelling op één teken na (spelling); of het adres (address)',
  'directory.similar_records': 'Ten hoogste 10 items, de meest gelijkende eerst',
  'directory.group_records': 'Gelijkende items, op ID',
  'directory.groups': 'Ten hoogste 100 groepen',
  'directory.groups_total': 'Totaal aantal groepen',
  'operation.listSimilarVenues': 'Locaties tonen die op een naam of adres lijken, om duplicaten te voorkomen',
  'operation.listSimilarOrganizers': 'Organisatoren tonen die op een naam lijken, om duplicaten te voorkomen',
  'operation.listDuplicateVenues': 'Groepen locaties tonen die waarschijnlijk dezelfde zijn; voor redacteuren',
  'operation.listDuplicateOrganizers': 'Groepen organisatoren tonen die waarschijnlijk dezelfde zijn; voor redacteuren',
  'directory.merge_from': 'ID’s van de items die worden samengevoegd en daarna verwijderd, ten hoogste 100',
  'directory.merge_target': 'Het item dat blijft',
  'directory.merge_merged': 'De samengevoegde items. Hun slugs leiden naar het doel',
  'directory.merge_events': 'Ten hoogste 20 van de gewijzigde evenementen, de laatste eerst',
  'directory.merge_events_total': 'Totaal aantal gewijzigde evenementen',
  'operation.mergeVenues':
    'Andere locaties met deze samenvoegen: hun evenementen en URL’s gaan hierheen; voor redacteuren',
  'operation.mergeOrganizers':
    'Andere organisatoren met deze samenvoegen: hun evenementen en URL’s gaan hierheen; voor redacteuren',
  'operation.mergeCategories':
    'Andere categorieën met deze samenvoegen: hun evenementen, subcategorieën en URL’s gaan hierheen; voor redacteuren',
  'operation.mergeTags': 'Andere tags met deze samenvoegen: hun evenementen en URL’s gaan hierheen; voor redacteuren',
  'directory.color': 'Kleur voor kalenders, zoals #0b5c8a; leeg voor geen',
  'directory.icon': 'Een emoji; leeg voor geen',
  'directory.position': 'Plaats onder de categorieën van dezelfde bovenliggende, vanaf 1; standaard de laatste',
  'directory.depth': 'Aantal bovenliggende categorieën',
  'directory.tree': 'Alle categorieën, elk gevolgd door de categorieën eronder',
  'hint.color': 'Verwacht wordt een kleur zoals #0b5c8a.',
  'hint.emoji': 'Verwacht wordt één emoji.',
  'operation.getCategoryTree': 'Alle categorieën als boom tonen, in de volgorde van de redacteuren',
  'operation.moveCategory': 'Een categorie met alles eronder verplaatsen',
}
