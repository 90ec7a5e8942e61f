import type { MessageCatalog } from './catalog.ts'
import { esAccounts } from './es-accounts.ts'
import { esChanges } from './es-changes.ts'
import { esCustomFields } from './es-custom-fields.ts'
import { esDigests } from './es-digests.ts'
import { esDirectory } from './es-directory.ts'
import { esDocument } from './es-document.ts'
import { esEditing } from './es-editing.ts'
import { esFinding } from './es-finding.ts'
import { esHints } from './es-hints.ts'
import { esHistory } from './es-history.ts'
import { esImports } from './es-imports.ts'
import { esMedia } from './es-media.ts'
import { esPages } from './es-pages.ts'
import { esProgram } from './es-program.ts'
import { esRetries } from './es-retries.ts'
import { esReview } from './es-review.ts'
import { esSeries } from './es-series.ts'
import { esSharing } from './es-sharing.ts'
import { esSite } from './es-site.ts'
import { esSources } from './es-sources.ts'
import { esSubmissions } from './es-submissions.ts'
import { esThemes } from './es-themes.ts'
import { esViews } from './es-views.ts'
import { esWebhooks } from './es-webhooks.ts'
import { esWordpress } from './es-wordpress.ts'

/** Spanish: formal address (usted), words common to Spain and Latin America. */
export const es: MessageCatalog = {
  ...esAccounts,
  ...esChanges,
  ...esCustomFields,
  ...esDigests,
  ...esDirectory,
  ...esReview,
  ...esDocument,
  ...esEditing,
  ...esFinding,
  ...esHints,
  ...esMedia,
  ...esPages,
  ...esSeries,
  ...esHistory,
  ...esProgram,
  ...esRetries,
  ...esSharing,
  ...esSite,
  ...esSources,
  ...esSubmissions,
  ...esImports,
  ...esThemes,
  ...esViews,
  ...esWebhooks,
  ...esWordpress,
  'error.internal_server_error':
    'Error interno del servidor. Indique el identificador de la solicitud al notificar este problema.',
  'error.overloaded': 'El servicio está saturado. Vuelva a intentarlo en unos instantes.',
  'error.storage_full':
    'El servicio no puede guardar nada en este momento porque su almacenamiento está lleno. Vuelva a intentarlo más tarde.',
  'error.database_unavailable': 'La base de datos no está disponible en este momento. Vuelva a intentarlo más tarde.',
  'error.database_unreachable':
    'No se puede acceder al servidor de la base de datos. Vuelva a intentarlo en unos instantes.',
  'error.database_locked': 'Otro proceso ha bloqueado la base de datos. Vuelva a intentarlo en unos instantes.',
  'error.media_unavailable':
    'El almacenamiento de imágenes y archivos no está disponible en este momento. Vuelva a intentarlo más tarde.',
  'error.rest_precondition_failed': 'El registro ha cambiado desde la última vez que lo consultó.',
  'error.request_too_large': 'El cuerpo de la solicitud supera los {limit} bytes.',
  'error.too_many_parts': 'El formulario tiene más de {limit} partes.',
  'error.request_incomplete': 'El cuerpo de la solicitud está incompleto.',
  'error.forwarded_address_invalid': 'El último valor de X-Forwarded-For no es una dirección IP.',
  'error.not_an_event_stream': 'Esta URL ofrece páginas de cambios. El flujo de eventos está en {url}.',
  'error.request_malformed': 'La solicitud no es HTTP válido.',
  'error.request_too_complex': 'La solicitud contiene más de {limit} valores.',
  'error.request_headers_too_large': 'La línea de solicitud y las cabeceras son demasiado grandes.',
  'error.request_timeout': 'La solicitud no llegó a tiempo.',
  'error.too_many_requests': 'Demasiadas solicitudes. Vuelva a intentarlo más tarde.',
  'error.too_many_sign_ins': 'Demasiados intentos fallidos de inicio de sesión. Vuelva a intentarlo más tarde.',
  'error.sign_ins_busy': 'Hay demasiados inicios de sesión en curso. Vuelva a intentarlo en unos segundos.',
  'error.too_many_password_attempts': 'Demasiadas contraseñas incorrectas. Vuelva a intentarlo más tarde.',
  'error.rest_no_route': 'No se ha encontrado ninguna ruta que coincida con la URL y el método de la solicitud.',
  'error.rest_invalid_namespace': 'No se ha encontrado el espacio de nombres indicado.',
  'error.rest_forbidden': 'Lo sentimos, no tiene permiso para hacer eso.',
  'error.rest_missing_callback_param': 'Parámetros que faltan: {names}',
  'error.rest_invalid_param': 'Parámetros no válidos: {names}',
  'error.rest_invalid_type': '{name} no es de tipo {type}.',
  'error.invalid_parameter': 'Parámetro no válido.',
  'error.unknown_parameter': 'Parámetro desconocido.',
  'error.too_long': 'No debe superar los {limit} caracteres.',
  'error.too_much_text': 'Los textos de la solicitud suman más de {limit} caracteres.',
  'error.too_many_tags': 'Los textos de la solicitud suman más de {limit} etiquetas HTML.',
  'error.needed_by': 'Lo requiere {name}.',
  'error.contradicts': 'Esto contradice {name}.',
  'error.date_word_unknown': 'No se entiende «{word}».',
  'error.date_repeated': '«{word}» contradice una parte anterior del texto.',
  'error.date_missing': 'El texto no contiene ninguna fecha ni hora.',
  'error.date_unclear': 'El texto no indica una fecha o un período claros.',
  'error.date_impossible': 'Esta fecha u hora no existe.',
  'error.ends_before_start': 'El fin no debe ser anterior al inicio.',
  'error.image_not_fetched': 'No se ha podido descargar la imagen de esta URL.',
  'error.image_not_a_picture': 'El archivo no es una imagen JPEG, PNG, GIF, WebP o AVIF válida.',
  'error.image_too_large': 'La imagen supera los {limit} bytes.',
  'error.image_too_many_pixels':
    'La imagen tiene más de {limit} megapíxeles, o alguno de sus lados mide más de {side} píxeles.',
  'error.image_too_costly': 'Procesar la imagen requiere demasiada memoria o demasiado tiempo. Envíe una más pequeña.',
  'error.too_many_images': 'Una solicitud puede importar como máximo {limit} imágenes por URL.',
  'error.parent_loop': 'Una categoría no puede ser superior a sí misma.',
  'error.event_below_itself': 'Un evento no puede ser superior a sí mismo.',
  'error.parent_not_yours': 'No tiene permiso para añadir eventos subordinados a este evento.',
  'error.wrong_member': '{path} falta o no es válido.',
  'error.external_id_taken': 'Otro registro de este tipo ya tiene este identificador externo.',
  'error.external-id-not-found': 'Ningún registro tiene el identificador externo {external_id}.',
  'error.not_yours_to_create': 'Término desconocido. No tiene permiso para crear términos.',
  'error.media-not-found': 'No se ha encontrado la imagen.',
  'error.media-archive-page-not-found': 'La página solicitada de la lista de imágenes no existe',
  'error.rest_upload_no_data': 'La solicitud no contiene ningún archivo.',
  'error.rest_upload_no_content_disposition':
    'El archivo no tiene nombre. Envíe una cabecera Content-Disposition con filename, o un formulario con un ' +
    'campo llamado «file».',
  'error.rest_cannot_create': 'No tiene permiso para subir imágenes.',
  'error.rest_cannot_edit': 'No tiene permiso para modificar esta imagen.',
  'error.rest_cannot_delete': 'No tiene permiso para eliminar esta imagen.',
  'error.rest_cannot_create.term': 'No tiene permiso para crear términos en esta taxonomía.',
  'error.rest_cannot_update': 'No tiene permiso para editar este término.',
  'error.rest_forbidden_context': 'No tiene permiso para editar los términos de esta taxonomía.',
  'error.rest_term_invalid': 'El término no existe.',
  'error.parent_term_missing': 'El término superior no existe.',
  'error.oembed_invalid_url': 'No encontrado',
  'error.rest_post_invalid_id': 'No se ha encontrado la imagen.',
  'error.rest_post_invalid_page_number':
    'El número de página solicitado es mayor que el número de páginas disponibles.',
  'error.rest_trash_not_supported':
    'Las imágenes no se pueden mover a la papelera. Envíe force=true para eliminar la imagen definitivamente.',
  'error.rest_invalid_json': 'El cuerpo de la solicitud no es JSON válido.',
  'error.rest_callback_invalid': 'La función callback de JSONP no es válida.',
  'error.incorrect_password': 'La contraseña indicada no es una contraseña de aplicación válida.',
  'error.wrong_password': 'La contraseña es incorrecta.',
  'error.invalid_username':
    '<strong>Error:</strong> Nombre de usuario desconocido. Compruébelo o pruebe con su ' +
    'dirección de correo electrónico.',
  'error.invalid_email':
    '<strong>Error:</strong> Dirección de correo electrónico desconocida. Compruébela o pruebe con su ' +
    'nombre de usuario.',
  'error.rest_cookie_invalid_nonce': 'La comprobación de la cookie ha fallado',
  'error.rest_not_logged_in': 'No ha iniciado sesión.',
  'error.rest_user_invalid_id': 'No se ha encontrado el usuario.',
  'error.rest_application_password_not_found': 'No se ha encontrado la contraseña de aplicación.',
  'error.rest_no_authenticated_app_password': 'La solicitud no se ha autenticado con una contraseña de aplicación.',
  'error.rest_cannot_list_application_passwords':
    'No tiene permiso para ver las contraseñas de aplicación de este usuario.',
  'error.rest_cannot_create_application_passwords':
    'No tiene permiso para crear contraseñas de aplicación para este usuario.',
  'error.rest_cannot_read_application_password': 'No tiene permiso para ver esta contraseña de aplicación.',
  'error.rest_cannot_edit_application_password': 'No tiene permiso para modificar esta contraseña de aplicación.',
  'error.rest_cannot_delete_application_password': 'No tiene permiso para revocar esta contraseña de aplicación.',
  'error.rest_cannot_delete_application_passwords':
    'No tiene permiso para revocar las contraseñas de aplicación de este usuario.',
  'error.rest_cannot_introspect_app_password_for_non_authenticated_user':
    'Solo el usuario que ha iniciado sesión puede consultar la contraseña de aplicación en uso.',
  'error.term_exists.category': 'Ya existe un término con ese nombre dentro de la misma categoría superior.',
  'error.term_exists.tag': 'Ya existe un término con ese nombre en esta taxonomía.',
  'error.rest_taxonomy_not_hierarchical':
    'No se puede asignar un término superior porque la taxonomía no es jerárquica.',
  'error.rest-event-not-found': 'El evento con el ID {id} no existe.',
  'error.rest-invalid-event-id': 'El ID indicado no corresponde a ningún evento.',
  'error.event-no-longer-available': 'Este evento ya no está disponible',
  'error.event-not-accessible': 'No se puede acceder al evento solicitado',
  'error.event-password-protected': 'No se puede acceder al evento solicitado sin contraseña',
  'error.event-is-in-trash': 'El evento ya está en la papelera',
  'error.event-archive-page-not-found': 'La página solicitada de la lista de eventos no existe',
  'error.venue-not-accessible': 'No se puede acceder al lugar solicitado',
  'error.venue-is-in-trash': 'El lugar ya está en la papelera',
  'error.venue-archive-page-not-found': 'La página solicitada de la lista de lugares no existe',
  'error.could-not-create-venue': 'No se ha podido crear el lugar con los datos enviados',
  'error.organizer-not-accessible': 'No se puede acceder al organizador solicitado',
  'error.organizer-is-in-trash': 'El organizador ya está en la papelera',
  'error.organizer-archive-page-not-found': 'La página solicitada de la lista de organizadores no existe',
  'error.could-not-create-organizer': 'No se ha podido crear el organizador con los datos enviados',
  'word.free': 'Gratis',
  'field.id': 'ID del registro',
  'field.slug_key': 'Slug del registro',
  'field.password': 'Contraseña de un registro protegido',
  'field.post_password': 'Contraseña que protege el registro; vacía para quitar la protección',
  'field.author': 'ID del usuario propietario del registro',
  'field.date': 'Fecha y hora de publicación, en la zona horaria del sitio',
  'field.date_utc': 'Fecha y hora de publicación, en UTC',
  'field.status': 'Estado de publicación',
  'field.slug': 'Última parte de la URL de la página; si no se indica, se forma a partir del nombre',
  'field.external_id':
    'ID del registro en el sistema de origen, como source:id, por ejemplo meetup:4711; único por tipo de registro',
  'field.external_id_key': 'Identificador externo del registro, como source:id',
  'field.user_id': 'Identificador del usuario, o me',
  'field.password_uuid': 'UUID de la contraseña de aplicación',
  'application.name':
    'Nombre de la aplicación, que aparece en la lista de contraseñas de aplicación; 255 caracteres como máximo',
  'application.app_id': 'UUID que la aplicación se ha dado a sí misma; vacío si no tiene',
  'field.image':
    'ID de la imagen en la biblioteca, o una URL desde la que la imagen se importa una sola vez; vacío para ' +
    'ninguna imagen',
  'field.image_file':
    'Archivo de imagen que se añade a la biblioteca y se asigna al registro (JPEG, PNG, GIF, WebP o AVIF); ' +
    'requiere permiso para subir archivos',
  'field.website': 'URL de una página web relacionada',
  'field.phone': 'Número de teléfono',
  'event.title': 'Título del evento',
  'event.description': 'Descripción del evento, HTML',
  'event.excerpt': 'Descripción breve del evento, HTML',
  'event.timezone':
    'Zona horaria del evento: un nombre, por ejemplo Europe/Paris, o un desfase horario, por ejemplo UTC+2',
  'event.all_day': 'Indica si el evento ocupa días completos',
  'event.start_date': 'Inicio, en hora local de la zona horaria del evento',
  'event.end_date': 'Fin, en hora local de la zona horaria del evento',
  'event.cost': 'Precio, intervalo de precios o una palabra como Gratis',
  'event.show_map': 'Indica si se muestra un mapa',
  'event.show_map_link': 'Indica si se muestra un enlace a un mapa',
  'event.hide_from_listings': 'Indica si el evento se excluye de las listas',
  'event.sticky': 'Indica si el evento aparece en primer lugar dentro de su día en el calendario',
  'event.featured': 'Indica si el evento está destacado',
  'event.categories': 'Categorías, por ID, slug o nombre',
  'event.tags': 'Etiquetas, por ID, slug o nombre',
  'event.venue': 'Lugar: ID de uno existente, o un objeto para crear uno',
  'event.organizer': 'Organizadores: ID de los existentes, u objetos para crear otros',
  'event.tickets':
    'Ofertas, cien como máximo, cada una con name y price, que es 0 si es gratis; admiten currency (ISO 4217), url, ' +
    'available_from, available_until y availability, con los valores de schema.org',
  'event.event_status': 'Estado del evento, tal como se anuncia a los visitantes',
  'event.event_status_reason': 'Motivo del estado, visible para los visitantes',
  'event.is_virtual': 'Si se puede asistir al evento en línea',
  'event.attendance_mode': 'Dónde se asiste: en el lugar (offline), en línea (online) o ambos (mixed)',
  'event.virtual_url': 'Enlace para asistir en línea',
  'event.virtual_url_visibility':
    'Cuándo se muestra el enlace: siempre, desde una hora antes del inicio o solo con la contraseña del evento',
  'dates.text': 'Fecha o período en palabras, en el idioma de la petición',
  'dates.zone': 'Zona horaria de la fecha; si se omite, la del sitio',
  'event.post_parent': 'ID del evento superior, que usted debe poder modificar; 0 para ninguno',
  'offer.name': 'Nombre de la oferta',
  'offer.price': 'Precio como número decimal simple; 0 si es gratis',
  'offer.url': 'URL donde se puede comprar; vacía si es la página del evento',
  'offer.available_from':
    'Inicio de la venta, `YYYY-MM-DD HH:MM:SS` en la zona horaria del evento; vacío si no se conoce',
  'offer.available_until':
    'Fin de la venta, `YYYY-MM-DD HH:MM:SS` en la zona horaria del evento; vacío si no se conoce',
  'offer.availability': 'Indica si está disponible y de qué modo, con los valores de schema.org',
  'venue.venue': 'Nombre del lugar',
  'venue.description': 'Descripción del lugar, HTML',
  'venue.address': 'Calle y número',
  'venue.city': 'Ciudad',
  'venue.country': 'País',
  'venue.province': 'Provincia',
  'venue.state': 'Estado',
  'venue.zip': 'Código postal',
  'venue.stateprovince': 'Estado o provincia, según el país',
  'venue.geo_lat': 'Latitud en grados, de -90 a 90; va junto con geo_lng',
  'venue.geo_lng': 'Longitud en grados, de -180 a 180; va junto con geo_lat',
  'venue.show_map': 'Indica si se muestra un mapa del lugar',
  'venue.show_map_link': 'Indica si se muestra un enlace a un mapa del lugar',
  'organizer.organizer': 'Nombre del organizador',
  'organizer.description': 'Descripción del organizador, HTML',
  'organizer.email': 'Dirección de correo electrónico',
  'media.title': 'Título de la imagen; si no se indica, el nombre del archivo',
  'media.caption': 'Leyenda de la imagen',
  'media.alt_text': 'Texto alternativo que describe la imagen',
  'media.post': 'ID del evento, lugar u organizador al que pertenece; 0 para ninguno',
  'media.file': 'La imagen: JPEG, PNG, GIF, WebP o AVIF',
  'media.slug': 'Solo la imagen con este slug',
  'media.media_type': 'Solo los archivos de este tipo; todos son de tipo image',
  'media.mime_type': 'Solo las imágenes de este tipo, por ejemplo image/png',
  'media.list_post': 'Solo las imágenes que pertenecen a este evento, lugar u organizador',
  'media.force': 'Debe ser true, porque las imágenes no se pueden mover a la papelera',
  'term.name': 'Nombre del término',
  'term.description': 'Descripción del término',
  'term.slug': 'Slug del término; si no se indica, se forma a partir del nombre',
  'term.parent': 'ID de la categoría superior; 0 para ninguna',
  'list.page': 'Número de la página, a partir de 1',
  'list.per_page': 'Registros por página',
  'list.search': 'Palabras que deben aparecer todas; "una frase" entre comillas, -palabra para excluirla',
  'list.status': 'Estados que se incluyen, o any para todos los que usted puede consultar',
  'list.start_date': 'Eventos que empiezan en esta fecha o después; hoy si no se indica ningún filtro de fecha',
  'list.end_date':
    'Eventos que terminan en esta fecha o antes; dentro de dos años si no se indica ningún filtro de fecha',
  'list.starts_before': 'Eventos que empiezan antes de este momento',
  'list.starts_after': 'Eventos que empiezan después de este momento',
  'list.ends_before': 'Eventos que terminan antes de este momento',
  'list.ends_after': 'Eventos que terminan después de este momento',
  'list.strict_dates': 'Indica si las fechas se aplican con precisión de segundos y no como días completos',
  'list.categories': 'Eventos de cualquiera de estas categorías o de sus subcategorías, por ID, slug o nombre',
  'list.tags': 'Eventos con cualquiera de estas etiquetas, por ID, slug o nombre',
  'list.categories_exclude': 'Sin eventos de estas categorías ni de sus subcategorías',
  'list.tags_exclude': 'Sin eventos con alguna de estas etiquetas',
  'list.venue': 'Eventos en cualquiera de estos lugares, por ID',
  'list.organizer': 'Eventos de cualquiera de estos organizadores, por ID',
  'list.featured': 'true: solo los eventos destacados; false: solo los no destacados',
  'field.text': 'display: títulos, textos y nombres con signos tipográficos y párrafos; raw: como están guardados',
  'list.hidden': 'Indica si se incluyen los eventos excluidos de las listas; para editores',
  'list.geoloc':
    'true: solo los registros con coordenadas; false: solo los que no las tienen. Los eventos usan las ' +
    'coordenadas de su lugar',
  'list.geoloc_lat': 'Latitud del punto alrededor del cual se busca; requiere geoloc_lng',
  'list.geoloc_lng': 'Longitud del punto alrededor del cual se busca; requiere geoloc_lat',
  'list.geoloc_radius': 'Radio de búsqueda en kilómetros, mayor que 0 y como máximo 20038; 25 por defecto',
  'list.include': 'Solo los registros con estos ID; en ese caso se ignoran los filtros de fecha',
  'list.exclude_events': 'Sin los eventos con estos ID',
  'list.exclude': 'Sin los términos con estos ID',
  'list.post_parent': 'Solo los eventos subordinados a este evento',
  'list.ticketed': 'true: solo los eventos con entradas; false: solo los eventos sin entradas',
  'list.free':
    'true: solo los eventos gratuitos; false: solo los de pago. Los eventos sin precio no cumplen ninguna de las ' +
    'dos condiciones',
  'list.external_id': 'Solo el registro con este identificador externo; en ese caso se ignoran los filtros de fecha',
  'list.event': 'Solo los registros vinculados a este evento',
  'list.has_events': 'true: solo los registros con eventos; false: solo los que no tienen',
  'list.only_with_upcoming': 'Solo los registros con eventos próximos',
  'list.modified_after':
    'Solo lo modificado después de este momento; en la zona horaria del sitio, salvo que este incluya un desfase ' +
    'horario',
  'list.orderby_events':
    'Criterio de orden: start_date por defecto, o include si se indica; distance requiere un punto',
  'list.orderby_venues': 'Criterio de orden: la fecha de publicación por defecto; distance requiere un punto',
  'list.orderby_organizers': 'Criterio de orden: la fecha de publicación por defecto',
  'list.direction_events': 'asc para orden ascendente (por defecto) o desc para descendente',
  'list.direction_linked': 'asc o desc; por defecto, las fechas en orden descendente y lo demás en orden ascendente',
  'list.event_status': 'Solo eventos con uno de estos estados',
  'list.is_virtual': 'true: solo eventos a los que se puede asistir en línea; false: solo los demás',
  'list.strict': 'Indica si un orderby u order desconocido es un error, como con Prefer: handling=strict',
  'list.order': 'asc para orden ascendente, cualquier otro valor para descendente',
  'list.orderby': 'Criterio de orden: name, id, slug, count, description, parent o include',
  'list.hide_empty': 'Indica si se excluyen los términos sin eventos publicados',
  'list.parent': 'Solo las subcategorías directas de esta categoría',
  'list.slug': 'Solo el término con este slug',
  'list.fields': 'Solo estos campos de cada evento, además del título y las fechas; todos si no se indica',
  'list.context': 'Qué campos se muestran: view, embed para los principales o edit para quienes pueden editar',
  'oembed.url': 'URL de la página',
  'oembed.format': 'json o xml',
  'oembed.maxwidth': 'Anchura máxima del marco, en píxeles',
  'oembed.maxheight': 'Altura máxima del marco, en píxeles',
  'oembed.callback': 'Nombre de la función que recibe el JSON (JSONP)',
}
