import type { enImports } from './en-imports.ts'

export const ptImports: Readonly<Record<keyof typeof enImports, string>> = {
  'tag.imports': 'Arquivos e sites importados uma única vez',
  'tag.exports': 'Downloads de todos os registros',
  'error.import-not-found': 'Importação não encontrada.',
  'error.import-page-not-found': 'A página solicitada de importações ou resultados não existe.',
  'error.import-busy': 'Uma tarefa desta importação está aguardando ou em execução. Espere o seu fim ou interrompa-a.',
  'error.import-not-runnable': 'Não há nada a importar: o arquivo já foi importado, foi excluído ou não pôde ser lido.',
  'error.import-not-undoable':
    'Esta importação não pode ser desfeita: não alterou nada, já foi desfeita ou é anterior ao histórico.',
  'hint.import_mapping':
    'Espera-se um objeto com “kind”, “columns”, “delimiter” ou “dates”, cujas colunas sejam nomes de campos.',
  'hint.import_categories': 'Esperam-se no máximo 20 nomes de categorias.',
  'operation.listImports': 'Listar as importações, as mais recentes primeiro',
  'operation.createImport':
    'Importar de uma URL: um arquivo ou site. O conteúdo é examinado imediatamente e nada é gravado ainda',
  'operation.uploadImport': 'Enviar um arquivo para importar. Ele é examinado imediatamente e nada é gravado ainda',
  'operation.getImport': 'Obter uma importação com o seu progresso',
  'operation.updateImport': 'Alterar as configurações de uma importação antes da execução; campos omitidos não mudam',
  'operation.deleteImport': 'Excluir uma importação com o arquivo e os resultados; os registros importados permanecem',
  'operation.previewImport':
    'Calcular o que uma importação alteraria, sem alterar nada; Location é a URL da importação',
  'operation.runImport': 'Executar uma importação em segundo plano; Location é a URL da importação',
  'operation.undoImport':
    'Desfazer uma importação: excluir o que ela criou e restaurar o que ela alterou, exceto registros alterados depois',
  'operation.stopImport': 'Interromper a tarefa de uma importação; o que foi gravado permanece',
  'operation.listImportResults': 'Listar os registros da última prévia, importação ou anulação',
  'operation.exportRecords': 'Exportar todos os registros, um por linha, sem arquivos de imagem',
  'operation.exportWordpress': 'Exportar todos os registros como o WordPress',
  'operation.exportCalendar': 'Exportar eventos em qualquer status como iCalendar',
  'operation.exportEvents': 'Exportar eventos como CSV com as colunas do The Events Calendar',
  'operation.exportVenues': 'Exportar locais como CSV com as colunas do The Events Calendar',
  'operation.exportOrganizers': 'Exportar organizadores como CSV com as colunas do The Events Calendar',
  'operation.listEventsAsProgram':
    'Listar eventos por dia como página HTML para processadores de texto; retorna todos os correspondentes, a menos que se solicite uma página',
  'import.id': 'ID da importação',
  'import.name': 'Nome do arquivo enviado; vazio para uma URL',
  'import.url': 'URL de um arquivo, página ou site; vazio para um arquivo enviado',
  'import.file': 'Arquivo a importar, no máximo 64 MiB',
  'import.size': 'Tamanho do arquivo armazenado em bytes; 0 após a importação ou após 7 dias',
  'import.channel': 'api: solicitada por um administrador; command: feita com calends import',
  'import.user': 'ID do administrador; 0 para a linha de comando',
  'import.format': 'Formato do arquivo; vazio se for detectado',
  'import.detected_format': 'Formato detectado; vazio antes',
  'import.record_status':
    'Status de novos registros de calendários e tabelas; vazio para o do arquivo ou, senão, publish',
  'import.categories': 'Nomes de categorias que cada evento de um calendário ou tabela recebe além das suas',
  'import.images': 'Se as imagens são obtidas de suas URLs; true por padrão',
  'import.mapping': 'Para tabelas: colunas por cabeçalho (um nome vazio a ignora), tipo, delimitador e ordem das datas',
  'import.table':
    'Colunas encontradas em uma tabela, com os primeiros valores e o mapeamento sugerido; null para outros formatos',
  'import.task': 'Última tarefa solicitada',
  'import.status': 'Status da tarefa',
  'import.done': 'Número de registros processados',
  'import.total': 'Número de registros da tarefa; 0 enquanto for desconhecido',
  'import.counts': 'Números de registros por resultado',
  'import.can_run': 'Se uma prévia ou a importação pode ser solicitada',
  'import.can_undo': 'Se a importação pode ser desfeita',
  'import.imported': 'Momento em que a importação começou a gravar, UTC; null antes',
  'import.undone': 'Momento em que a importação foi desfeita, UTC; null antes',
  'import.undo_preview': 'Apenas calcula o que seria desfeito',
  'import.result_outcome':
    'O que aconteceu ou aconteceria com o registro. conflict: foi alterado aqui e permanece como está',
  'import.result_kind': 'Tipo do registro; vazio para partes do arquivo que não são registros',
  'import.result_record': 'ID do registro; 0 se não existir',
  'import.result_location': 'Arquivo e linha do registro',
  'import.result_details': 'Nomes dos campos alterados, ou o motivo, em inglês',
}
