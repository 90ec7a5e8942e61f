import type { enDirectory } from './en-directory.ts'

export const itDirectory: Readonly<Record<keyof typeof enDirectory, string>> = {
  'directory.similar_name': 'Nome da confrontare',
  'directory.similar_address': 'Indirizzo da confrontare',
  'directory.similar_city': 'Città; i luoghi di un’altra città non sono simili',
  'directory.similar_exclude': 'ID del record in modifica, che non viene elencato',
  'directory.name': 'Nome come memorizzato',
  'directory.events': 'Numero di eventi pubblicati',
  'directory.match':
    'Che cosa coincide: il nome a parte maiuscole, accenti, punteggiatura e articolo (name); la grafia a parte un carattere (spelling); o l’indirizzo (address)',
  'directory.similar_records': 'Al massimo 10 record, prima i più simili',
  'directory.group_records': 'Record simili, per ID',
  'directory.groups': 'Al massimo 100 gruppi',
  'directory.groups_total': 'Numero totale dei gruppi',
  'operation.listSimilarVenues': 'Elencare i luoghi simili a un nome o indirizzo, per evitare duplicati',
  'operation.listSimilarOrganizers': 'Elencare gli organizzatori simili a un nome, per evitare duplicati',
  'operation.listDuplicateVenues': 'Elencare i gruppi di luoghi probabilmente uguali; per redattori',
  'operation.listDuplicateOrganizers': 'Elencare i gruppi di organizzatori probabilmente uguali; per redattori',
  'directory.merge_from': 'ID dei record che vengono uniti e poi eliminati, al massimo 100',
  'directory.merge_target': 'Il record che resta',
  'directory.merge_merged': 'I record uniti. I loro slug portano alla destinazione',
  'directory.merge_events': 'Al massimo 20 degli eventi modificati, prima i più tardi',
  'directory.merge_events_total': 'Numero totale degli eventi modificati',
  'operation.mergeVenues': 'Unire altri luoghi a questo: i loro eventi e URL passano a esso; per redattori',
  'operation.mergeOrganizers': 'Unire altri organizzatori a questo: i loro eventi e URL passano a esso; per redattori',
  'operation.mergeCategories':
    'Unire altre categorie a questa: i loro eventi, sottocategorie e URL passano a essa; per redattori',
  'operation.mergeTags': 'Unire altri tag a questo: i loro eventi e URL passano a esso; per redattori',
}
