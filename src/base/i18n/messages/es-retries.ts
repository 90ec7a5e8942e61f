import type { enRetries } from './en-retries.ts'

export const esRetries: Readonly<Record<keyof typeof enRetries, string>> = {
  'error.idempotency_key_invalid': 'Idempotency-Key debe tener entre 1 y 255 caracteres.',
  'error.idempotency_key_reused': 'Esta Idempotency-Key ya se utilizó para una solicitud con otros datos.',
  'error.idempotency_key_in_use': 'Hay una solicitud en curso con esta Idempotency-Key.',
  'error.idempotency_response_not_stored':
    'Esta solicitud ya se ejecutó. Su respuesta contenía credenciales, por lo que no se guardó.',
  'error.dry_run_unsupported': 'Esta operación no admite dry_run.',
  'error.batch_failed': 'La solicitud {number} del lote ha fallado, por lo que no se ha cambiado nada.',
  'error.batch_not_atomic': 'Esta solicitud no puede formar parte de un lote atómico.',
  'error.batch_nested': 'Un lote no puede contener otro lote ni una solicitud que espera cambios.',
  'error.batch_response_too_large':
    'La solicitud no se ha ejecutado porque las respuestas anteriores del lote son demasiado grandes.',
  'error.transaction_too_large':
    'La transacción contendría más de {changes} cambios o tardaría más de {seconds} segundos. Envíe menos solicitudes a la vez.',
  'error.image_not_in_library': 'En un lote atómico, la imagen debe estar ya en la biblioteca de medios.',
  'error.unknown_parameter': 'Parámetro desconocido.',
  'error.record-not-in-trash': 'El registro no está en la papelera.',
  'batch.requests': 'Solicitudes en el orden de su ejecución, 100 como máximo',
  'batch.atomic': 'Indica si las solicitudes son una sola transacción: si una falla, ninguna cambia nada',
  'batch.method': 'Método HTTP',
  'batch.path': 'Ruta por debajo de la URL de la API, con su consulta, por ejemplo /events/7?_fields=id',
  'batch.headers': 'Cabeceras de la solicitud o de su respuesta. Las credenciales son las del lote',
  'batch.body': 'Cuerpo JSON de la solicitud o de su respuesta',
  'batch.responses': 'Respuestas en el orden de las solicitudes',
  'hint.batch_requests':
    'Se espera una lista de 1 a {limit} solicitudes, cada una con method, path y, opcionalmente, headers y body.',
  'hint.unknown_parameter': 'El punto de acceso no tiene ningún parámetro con este nombre.',
  'field.permanent': 'Eliminar definitivamente en lugar de mover a la papelera; para administradores y editores',
  'parameter.strict': 'Indica si un parámetro desconocido es un error, como con Prefer: handling=strict',
  'parameter.dry_run': 'Indica si la solicitud se ejecuta sin guardar nada; la respuesta es la que obtendría',
  'header.idempotency_key':
    'Clave única de esta escritura. Una solicitud repetida con la misma clave y los mismos datos recibe la primera respuesta durante 24 horas',
  'answer.409': 'El estado del registro no lo permite',
  'answer.422': 'La Idempotency-Key se utilizó para otros datos',
  'operation.runBatch': 'Enviar hasta 100 solicitudes a la vez, una por una o como una sola transacción',
  'operation.restoreEvent': 'Restaurar un evento de la papelera',
  'operation.restoreEventBySlug': 'Restaurar un evento de la papelera, por su slug',
  'operation.restoreVenue': 'Restaurar un lugar de la papelera',
  'operation.restoreVenueBySlug': 'Restaurar un lugar de la papelera, por su slug',
  'operation.restoreOrganizer': 'Restaurar un organizador de la papelera',
  'operation.restoreOrganizerBySlug': 'Restaurar un organizador de la papelera, por su slug',
}
