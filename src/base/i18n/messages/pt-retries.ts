import type { enRetries } from './en-retries.ts'

export const ptRetries: Readonly<Record<keyof typeof enRetries, string>> = {
  'error.idempotency_key_invalid': 'Idempotency-Key tem de ter entre 1 e 255 caracteres.',
  'error.idempotency_key_reused': 'Esta Idempotency-Key já foi utilizada para um pedido com outros dados.',
  'error.idempotency_key_in_use': 'Está em curso um pedido com esta Idempotency-Key.',
  'error.idempotency_response_not_stored':
    'Este pedido já foi executado. A resposta continha credenciais, pelo que não foi guardada.',
  'error.dry_run_unsupported': 'Esta operação não suporta dry_run.',
  'error.batch_failed': 'O pedido {number} do lote falhou, pelo que nada foi alterado.',
  'error.batch_not_atomic': 'Este pedido não pode fazer parte de um lote atómico.',
  'error.batch_nested': 'Um lote não pode conter outro lote nem um pedido que aguarda alterações.',
  'error.batch_response_too_large':
    'O pedido não foi executado porque as respostas anteriores do lote são demasiado grandes.',
  'error.transaction_too_large':
    'A transação conteria mais de {changes} alterações ou demoraria mais de {seconds} segundos. Envie menos pedidos de cada vez.',
  'error.image_not_in_library': 'Num lote atómico, a imagem já tem de estar na biblioteca multimédia.',
  'error.unknown_parameter': 'Parâmetro desconhecido.',
  'error.record-not-in-trash': 'O registo não está no lixo.',
  'batch.requests': 'Pedidos pela ordem da sua execução, no máximo 100',
  'batch.atomic': 'Indica se os pedidos são uma única transação: se um falhar, nenhum altera nada',
  'batch.method': 'Método HTTP',
  'batch.path': 'Caminho abaixo do URL da API, com os seus parâmetros, por exemplo /events/7?_fields=id',
  'batch.headers': 'Cabeçalhos do pedido ou da sua resposta. As credenciais são as do lote',
  'batch.body': 'Corpo JSON do pedido ou da sua resposta',
  'batch.responses': 'Respostas pela ordem dos pedidos',
  'hint.batch_requests':
    'É esperada uma lista de 1 a {limit} pedidos, cada um com method, path e, opcionalmente, headers e body.',
  'hint.unknown_parameter': 'O endpoint não tem nenhum parâmetro com este nome.',
  'field.permanent': 'Eliminar definitivamente em vez de mover para o lixo; para administradores e editores',
  'parameter.strict': 'Indica se um parâmetro desconhecido é um erro, como com Prefer: handling=strict',
  'parameter.dry_run': 'Indica se o pedido é executado sem guardar nada; a resposta é a que obteria',
  'header.idempotency_key':
    'Chave única desta escrita. Um pedido repetido com a mesma chave e os mesmos dados recebe a primeira resposta durante 24 horas',
  'answer.409': 'O estado do registo não o permite',
  'answer.422': 'A Idempotency-Key foi utilizada para outros dados',
  'operation.runBatch': 'Enviar até 100 pedidos de uma vez, um a um ou como uma única transação',
  'operation.restoreEvent': 'Restaurar um evento do lixo',
  'operation.restoreEventBySlug': 'Restaurar um evento do lixo, pelo seu slug',
  'operation.restoreVenue': 'Restaurar um local do lixo',
  'operation.restoreVenueBySlug': 'Restaurar um local do lixo, pelo seu slug',
  'operation.restoreOrganizer': 'Restaurar um organizador do lixo',
  'operation.restoreOrganizerBySlug': 'Restaurar um organizador do lixo, pelo seu slug',
}
