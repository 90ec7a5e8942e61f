import type { enChanges } from './en-changes.ts'

export const ptChanges: Readonly<Record<keyof typeof enChanges, string>> = {
  'error.cursor-expired':
    'Não é possível continuar a partir do cursor. Solicite as alterações sem cursor e substitua a sua cópia.',
  'hint.cursor': 'Espera-se o cursor de uma resposta anterior.',
  'changes.since': 'Cursor de uma resposta anterior; sem ele, a resposta começa com todos os registos',
  'changes.kinds': 'Apenas registos destes tipos',
  'changes.include': 'records: as alterações contêm os registos e não apenas os seus IDs',
  'changes.wait': 'Segundos de espera por uma alteração se não houver nenhuma',
  'view.changes': 'Registos alterados, cada um uma vez, pela ordem das suas últimas alterações',
  'view.change_kind': 'Tipo do registo',
  'view.change_deleted':
    'Se já não pode ver o registo ou se este já não corresponde aos filtros. Elimine a sua cópia, se a tiver',
  'view.change_record': 'O registo atual, como num pedido pelo seu ID; com include=records',
  'view.changes_cursor': 'Cursor para o pedido seguinte',
  'view.changes_has_more': 'Se há mais alterações. Continue de imediato',
  'operation.listChanges':
    'Listar os registos alterados desde um cursor, incluindo os eliminados; no início, todos os registos',
  'operation.streamChanges': 'Enviar as alterações como Server-Sent Events. Last-Event-ID ou since retoma o fluxo',
  'page.updated': 'Esta página foi alterada.',
  'page.show_update': 'Mostrar as alterações',
}
