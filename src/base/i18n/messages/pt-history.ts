import type { enHistory } from './en-history.ts'

export const ptHistory: Readonly<Record<keyof typeof enHistory, string>> = {
  'error.history-not-found': 'Este registo ou esta revisão não existe.',
  'error.history-page-not-found': 'A página do histórico pedida não existe.',
  'field.revision': 'Revisão do registo, do seu histórico',
  'field.restored_fields': 'Repor apenas estes campos; por omissão, todos os que mudaram desde então',
  'hint.field_names': 'Esperavam-se nomes de campos separados por vírgulas.',
  'hint.existing_revision': 'Esperava-se uma revisão do histórico do registo.',
  'audit.user': 'Só as alterações do utilizador com este ID',
  'audit.kind': 'Só as alterações de registos deste tipo',
  'audit.record': 'Só as alterações do registo com este ID',
  'audit.action': 'Só esta ação',
  'audit.channel': 'Só as alterações por este canal',
  'audit.from': 'Só as alterações a partir deste momento; no fuso horário do site, salvo se este incluir uma diferença',
  'audit.until': 'Só as alterações até este momento; no fuso horário do site, salvo se este incluir uma diferença',
  'view.history_field': 'Nome do campo',
  'view.history_before': 'Valor antes da alteração; null se o registo não existia',
  'view.history_after': 'Valor depois da alteração; null se o registo foi eliminado',
  'view.history_revision': 'Revisão do registo depois da alteração; 0 numa entrada sem registo',
  'view.history_date': 'Momento da alteração, no fuso horário do site',
  'view.history_date_utc': 'Momento da alteração, UTC',
  'view.history_action': 'O que aconteceu',
  'view.history_channel':
    'Origem da alteração: a API, uma página do serviço (admin), o servidor MCP, uma importação, uma tarefa em segundo plano ou a linha de comandos',
  'view.history_user': 'Quem fez a alteração; null sem utilizador. Só os administradores veem o nome de utilizador',
  'view.history_changes': 'Campos alterados. Das senhas, apenas se existe uma',
  'view.history_id': 'ID da entrada',
  'view.history_kind': 'Tipo do registo',
  'view.history_record': 'ID do registo; 0 se não houver nenhum',
  'view.history_application': 'Nome da senha de aplicação utilizada; vazio se não houver nenhuma. Para administradores',
  'view.history_ip': 'Endereço IP do cliente; vazio se não houver nenhum. Para administradores',
  'operation.listEventHistory': 'Listar as alterações de um evento, as mais recentes primeiro',
  'operation.listVenueHistory': 'Listar as alterações de um local, as mais recentes primeiro',
  'operation.listOrganizerHistory': 'Listar as alterações de um organizador, as mais recentes primeiro',
  'operation.listCategoryHistory': 'Listar as alterações de uma categoria, as mais recentes primeiro',
  'operation.listTagHistory': 'Listar as alterações de uma etiqueta, as mais recentes primeiro',
  'operation.listSeriesHistory': 'Listar as alterações de uma série, as mais recentes primeiro',
  'operation.listMediaHistory': 'Listar as alterações de uma imagem, as mais recentes primeiro',
  'operation.restoreEventRevision':
    'Repor um evento no estado posterior a uma alteração anterior; uma alteração normal',
  'operation.restoreVenueRevision': 'Repor um local no estado posterior a uma alteração anterior; uma alteração normal',
  'operation.restoreOrganizerRevision':
    'Repor um organizador no estado posterior a uma alteração anterior; uma alteração normal',
  'operation.restoreCategoryRevision':
    'Repor uma categoria no estado posterior a uma alteração anterior; uma alteração normal',
  'operation.restoreTagRevision':
    'Repor uma etiqueta no estado posterior a uma alteração anterior; uma alteração normal',
  'operation.restoreSeriesRevision':
    'Repor uma série no estado posterior a uma alteração anterior; uma alteração normal',
  'operation.restoreMediaRevision':
    'Repor uma imagem no estado posterior a uma alteração anterior; uma alteração normal',
  'operation.listAudit':
    'Listar todas as alterações e inícios de sessão, os mais recentes primeiro; para administradores',
}
