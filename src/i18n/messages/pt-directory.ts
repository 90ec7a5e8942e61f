import type { enDirectory } from './en-directory.ts'

export const ptDirectory: Readonly<Record<keyof typeof enDirectory, string>> = {
  'directory.similar_name': 'Nome a comparar',
  'directory.similar_address': 'Endereço a comparar',
  'directory.similar_city': 'Cidade; locais de outra cidade não são semelhantes',
  'directory.similar_exclude': 'ID do registo em edição, que não é listado',
  'directory.name': 'Nome tal como está guardado',
  'directory.events': 'Número de eventos publicados',
  'directory.match':
    'O que coincide: o nome exceto maiúsculas, acentos, pontuação e artigo (name); a grafia exceto um carácter (spelling); ou o endereço (address)',
  'directory.similar_records': 'No máximo 10 registos, primeiro os mais semelhantes',
  'directory.group_records': 'Registos semelhantes, por ID',
  'directory.groups': 'No máximo 100 grupos',
  'directory.groups_total': 'Número total de grupos',
  'operation.listSimilarVenues': 'Listar locais semelhantes a um nome ou endereço, para evitar duplicados',
  'operation.listSimilarOrganizers': 'Listar organizadores semelhantes a um nome, para evitar duplicados',
  'operation.listDuplicateVenues': 'Listar grupos de locais que provavelmente são o mesmo; para editores',
  'operation.listDuplicateOrganizers': 'Listar grupos de organizadores que provavelmente são o mesmo; para editores',
  'directory.merge_from': 'ID dos registos que são unidos e depois eliminados, no máximo 100',
  'directory.merge_target': 'O registo que permanece',
  'directory.merge_merged': 'Os registos unidos. Os seus slugs levam ao destino',
  'directory.merge_events': 'No máximo 20 dos eventos alterados, primeiro os mais tardios',
  'directory.merge_events_total': 'Número total de eventos alterados',
  'operation.mergeVenues': 'Unir outros locais a este: os seus eventos e URL passam para ele; para editores',
  'operation.mergeOrganizers': 'Unir outros organizadores a este: os seus eventos e URL passam para ele; para editores',
  'operation.mergeCategories':
    'Unir outras categorias a esta: os seus eventos, subcategorias e URL passam para ela; para editores',
  'operation.mergeTags': 'Unir outras etiquetas a esta: os seus eventos e URL passam para ela; para editores',
}
