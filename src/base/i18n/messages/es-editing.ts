import type { enEditing } from './en-editing.ts'

export const esEditing: Readonly<Record<keyof typeof enEditing, string>> = {
  'preview.hours': 'Horas durante las que el enlace es válido',
  'preview.has_password': 'Si una contraseña protege el evento',
  'preview.html': 'La página del evento con los campos enviados, en HTML',
  'preview.url': 'URL de la página. Quien la tenga ve el evento hasta que caduque',
  'preview.expires': 'Fin de la validez del enlace, UTC; null sin enlace',
  'preview.revoked': 'Si había un enlace válido',
  'operation.getEventInput': 'Obtener los campos de un evento en la forma en que se escriben',
  'operation.previewEvent': 'Mostrar la página de un evento nuevo sin guardarlo',
  'operation.previewEventChange': 'Mostrar la página de un evento modificado sin guardar el cambio',
  'operation.getPreviewLink': 'Obtener el estado del enlace de vista previa de un evento',
  'operation.createPreviewLink':
    'Crear un enlace que muestra un evento no publicado a quien no tiene cuenta, en lugar del enlace anterior',
  'operation.revokePreviewLink': 'Revocar el enlace de vista previa de un evento',
}
