import type { enProgram } from './en-program.ts'

export const esProgram: Readonly<Record<keyof typeof enProgram, string>> = {
  'error.not_combined': 'Este campo no se puede combinar con {names}.',
  'error.too_many_copies': 'Hay más de {limit} eventos seleccionados. Copie un período más corto.',
  'error.copy_selection': 'Sin include hay que indicar el primer y el último día.',
  'event.shift_days':
    'Desplaza el evento este número de días a la misma hora local, hacia atrás si es negativo; no junto con fechas',
  'event.categories_add': 'ID de las categorías que se añaden; no junto con categories',
  'event.categories_remove': 'ID de las categorías que se quitan; no junto con categories',
  'list.author': 'Solo eventos de estos autores, por ID del usuario',
  'list.has_image': 'true: solo eventos con imagen; false: solo eventos sin imagen',
  'list.has_venue': 'true: solo eventos con lugar; false: solo eventos sin lugar',
  'copy.start_date': 'Primer día: se copian los eventos que comienzan a partir de este día',
  'copy.end_date': 'Último día: se copian los eventos que comienzan hasta este día',
  'copy.include': 'ID de los eventos que se copian, en lugar de un período',
  'copy.exclude': 'ID de los eventos que no se copian',
  'copy.days': 'Días entre un evento y su copia, a la misma hora local; 7 para la semana siguiente',
  'copy.status': 'Estado de las copias; por defecto draft',
  'copy.occurrences':
    'Indica si también se copian los eventos de series; por defecto false, porque las series crean sus propios eventos',
  'operation.copyEvents': 'Copiar los eventos de un período a otros días',
  'operation.listEventAuthors': 'Listar los autores de eventos, para el filtro por autor',
  'view.copy_source': 'ID del evento copiado',
  'view.copies': 'Las copias, ordenadas por su comienzo',
  'view.copies_skipped': 'Eventos que no se copiaron porque existe uno con el mismo título y comienzo',
  'view.copies_total': 'Número de copias',
  'view.authors': 'Usuarios con eventos',
  'view.author_name': 'Nombre del usuario, o el nombre de acceso si no tiene nombre',
}
