import type { enHistory } from './en-history.ts'

export const esHistory: Readonly<Record<keyof typeof enHistory, string>> = {
  'error.history-not-found': 'Este registro o esta revisión no existe.',
  'error.history-page-not-found': 'La página del historial solicitada no existe.',
  'field.revision': 'Revisión del registro, según su historial',
  'field.restored_fields': 'Restaurar solo estos campos; por defecto, todos los que han cambiado desde entonces',
  'hint.field_names': 'Se esperaban nombres de campos separados por comas.',
  'hint.existing_revision': 'Se esperaba una revisión del historial del registro.',
  'audit.user': 'Solo los cambios del usuario con este ID',
  'audit.kind': 'Solo los cambios de registros de este tipo',
  'audit.record': 'Solo los cambios del registro con este ID',
  'audit.action': 'Solo esta acción',
  'audit.channel': 'Solo los cambios por este canal',
  'audit.from': 'Solo los cambios desde este momento; en la zona horaria del sitio, salvo que este incluya un desfase',
  'audit.until': 'Solo los cambios hasta este momento; en la zona horaria del sitio, salvo que este incluya un desfase',
  'view.history_field': 'Nombre del campo',
  'view.history_before': 'Valor antes del cambio; null si el registro no existía',
  'view.history_after': 'Valor después del cambio; null si el registro se eliminó',
  'view.history_revision': 'Revisión del registro después del cambio; 0 en una entrada sin registro',
  'view.history_date': 'Momento del cambio, en la zona horaria del sitio',
  'view.history_date_utc': 'Momento del cambio, UTC',
  'view.history_action': 'Lo que ocurrió',
  'view.history_channel':
    'Origen del cambio: la API, una página del servicio (admin), el servidor MCP, una importación, una tarea en segundo plano o la línea de órdenes',
  'view.history_user': 'Quién hizo el cambio; null sin usuario. Solo los administradores ven el nombre de usuario',
  'view.history_changes': 'Campos modificados. De las contraseñas, solo si hay una',
  'view.history_id': 'ID de la entrada',
  'view.history_kind': 'Tipo del registro',
  'view.history_record': 'ID del registro; 0 si no hay ninguno',
  'view.history_application':
    'Nombre de la contraseña de aplicación utilizada; vacío si no hay ninguna. Para administradores',
  'view.history_ip': 'Dirección IP del cliente; vacía si no hay ninguna. Para administradores',
  'operation.listEventHistory': 'Listar los cambios de un evento, los más recientes primero',
  'operation.listVenueHistory': 'Listar los cambios de un lugar, los más recientes primero',
  'operation.listOrganizerHistory': 'Listar los cambios de un organizador, los más recientes primero',
  'operation.listCategoryHistory': 'Listar los cambios de una categoría, los más recientes primero',
  'operation.listTagHistory': 'Listar los cambios de una etiqueta, los más recientes primero',
  'operation.listSeriesHistory': 'Listar los cambios de una serie, los más recientes primero',
  'operation.listMediaHistory': 'Listar los cambios de una imagen, los más recientes primero',
  'operation.restoreEventRevision':
    'Devolver un evento al estado posterior a un cambio anterior; una modificación corriente',
  'operation.restoreVenueRevision':
    'Devolver un lugar al estado posterior a un cambio anterior; una modificación corriente',
  'operation.restoreOrganizerRevision':
    'Devolver un organizador al estado posterior a un cambio anterior; una modificación corriente',
  'operation.restoreCategoryRevision':
    'Devolver una categoría al estado posterior a un cambio anterior; una modificación corriente',
  'operation.restoreTagRevision':
    'Devolver una etiqueta al estado posterior a un cambio anterior; una modificación corriente',
  'operation.restoreSeriesRevision':
    'Devolver una serie al estado posterior a un cambio anterior; una modificación corriente',
  'operation.restoreMediaRevision':
    'Devolver una imagen al estado posterior a un cambio anterior; una modificación corriente',
  'operation.listAudit':
    'Listar todos los cambios e inicios de sesión, los más recientes primero; para administradores',
}
