import type { enChanges } from './en-changes.ts'

export const esChanges: Readonly<Record<keyof typeof enChanges, string>> = {
  'error.cursor-expired': 'No se puede continuar con el cursor. Solicite los cambios sin cursor y sustituya su copia.',
  'hint.cursor': 'Se espera el cursor de una respuesta anterior.',
  'changes.since': 'Cursor de una respuesta anterior; sin él, la respuesta empieza con todos los registros',
  'changes.kinds': 'Solo registros de estos tipos',
  'changes.include': 'records: los cambios contienen los registros y no solo sus ID',
  'changes.wait': 'Segundos que se espera un cambio si no hay ninguno',
  'view.changes': 'Registros modificados, cada uno una vez, en el orden de sus últimos cambios',
  'view.change_kind': 'Tipo del registro',
  'view.change_deleted':
    'Si ya no puede ver el registro o este ya no cumple los filtros. Elimine su copia, si la tiene',
  'view.change_record': 'El registro actual, como en una solicitud por su ID; con include=records',
  'view.changes_cursor': 'Cursor para la siguiente solicitud',
  'view.changes_has_more': 'Si hay más cambios. Continúe de inmediato',
  'operation.listChanges':
    'Listar los registros que han cambiado desde un cursor, también los eliminados; al principio, todos los registros',
  'operation.streamChanges': 'Enviar los cambios como Server-Sent Events. Last-Event-ID o since reanuda el flujo',
  'page.updated': 'Esta página ha cambiado.',
  'page.show_update': 'Mostrar los cambios',
}
