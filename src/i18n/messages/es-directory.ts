import type { enDirectory } from './en-directory.ts'

export const esDirectory: Readonly<Record<keyof typeof enDirectory, string>> = {
  'directory.similar_name': 'Nombre que se compara',
  'directory.similar_address': 'Dirección que se compara',
  'directory.similar_city': 'Ciudad; los recintos de otra ciudad no son similares',
  'directory.similar_exclude': 'ID del registro que se edita, que no se incluye',
  'directory.name': 'Nombre tal como está guardado',
  'directory.events': 'Número de eventos publicados',
  'directory.match':
    'Qué coincide: el nombre salvo mayúsculas, acentos, puntuación y artículo (name); la grafía salvo un carácter (spelling); o la dirección (address)',
  'directory.similar_records': 'Como máximo 10 registros, primero los más similares',
  'directory.group_records': 'Registros similares, por ID',
  'directory.groups': 'Como máximo 100 grupos',
  'directory.groups_total': 'Número total de grupos',
  'operation.listSimilarVenues': 'Listar recintos similares a un nombre o una dirección, para evitar duplicados',
  'operation.listSimilarOrganizers': 'Listar organizadores similares a un nombre, para evitar duplicados',
  'operation.listDuplicateVenues': 'Listar grupos de recintos que probablemente son el mismo; para editores',
  'operation.listDuplicateOrganizers': 'Listar grupos de organizadores que probablemente son el mismo; para editores',
  'directory.merge_from': 'ID de los registros que se fusionan y después se eliminan, como máximo 100',
  'directory.merge_target': 'El registro que permanece',
  'directory.merge_merged': 'Los registros fusionados. Sus slugs llevan al destino',
  'directory.merge_events': 'Como máximo 20 de los eventos modificados, primero los más tardíos',
  'directory.merge_events_total': 'Número total de eventos modificados',
  'operation.mergeVenues': 'Fusionar otros recintos con este: sus eventos y URL pasan a él; para editores',
  'operation.mergeOrganizers': 'Fusionar otros organizadores con este: sus eventos y URL pasan a él; para editores',
  'operation.mergeCategories':
    'Fusionar otras categorías con esta: sus eventos, subcategorías y URL pasan a ella; para editores',
  'operation.mergeTags': 'Fusionar otras etiquetas con esta: sus eventos y URL pasan a ella; para editores',
}
