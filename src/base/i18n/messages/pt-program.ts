import type { enProgram } from './en-program.ts'

export const ptProgram: Readonly<Record<keyof typeof enProgram, string>> = {
  'error.not_combined': 'Este campo não pode ser combinado com {names}.',
  'error.too_many_copies': 'Estão selecionados mais de {limit} eventos. Copie um período mais curto.',
  'error.copy_selection': 'Sem include, o primeiro e o último dia são obrigatórios.',
  'event.shift_days':
    'Move o evento este número de dias à mesma hora local, para trás se for negativo; não em conjunto com datas',
  'event.categories_add': 'ID das categorias a acrescentar; não em conjunto com categories',
  'event.categories_remove': 'ID das categorias a retirar; não em conjunto com categories',
  'list.author': 'Só eventos destes autores, por ID do utilizador',
  'list.has_image': 'true: só eventos com imagem; false: só eventos sem imagem',
  'list.has_venue': 'true: só eventos com local; false: só eventos sem local',
  'copy.start_date': 'Primeiro dia: são copiados os eventos que começam a partir deste dia',
  'copy.end_date': 'Último dia: são copiados os eventos que começam até este dia',
  'copy.include': 'ID dos eventos a copiar, em vez de um período',
  'copy.exclude': 'ID dos eventos que não são copiados',
  'copy.days': 'Dias entre um evento e a sua cópia, à mesma hora local; 7 para a semana seguinte',
  'copy.status': 'Estado das cópias; por omissão draft',
  'copy.occurrences':
    'Indica se os eventos de séries também são copiados; por omissão false, porque as séries criam os seus próprios eventos',
  'operation.copyEvents': 'Copiar os eventos de um período para outros dias',
  'operation.listEventAuthors': 'Listar os autores de eventos, para o filtro por autor',
  'view.copy_source': 'ID do evento copiado',
  'view.copies': 'As cópias, por ordem do início',
  'view.copies_skipped': 'Eventos que não foram copiados, porque existe um com o mesmo título e início',
  'view.copies_total': 'Número de cópias',
  'view.authors': 'Utilizadores com eventos',
  'view.author_name': 'Nome do utilizador, ou o nome de acesso se não tiver nome',
}
