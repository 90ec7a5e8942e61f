import type { enImports } from './en-imports.ts'

export const esImports: Readonly<Record<keyof typeof enImports, string>> = {
  'tag.imports': 'Archivos y sitios que se importan una vez',
  'tag.exports': 'Descargas de todos los registros',
  'error.import-not-found': 'Importación no encontrada.',
  'error.import-page-not-found': 'La página solicitada de importaciones o resultados no existe.',
  'error.import-busy': 'Una tarea de esta importación está en espera o en curso. Espere a que termine o deténgala.',
  'error.import-not-runnable': 'No hay nada que importar: el archivo ya se importó, se eliminó o no se pudo leer.',
  'error.import-not-undoable':
    'Esta importación no se puede deshacer: no cambió nada, ya se deshizo o es anterior al historial.',
  'hint.import_mapping':
    'Se espera un objeto con «kind», «columns», «delimiter» o «dates», cuyas columnas sean nombres de campos.',
  'hint.import_categories': 'Se esperan como máximo 20 nombres de categorías.',
  'operation.listImports': 'Listar las importaciones, primero las más recientes',
  'operation.createImport':
    'Importar desde una URL: un archivo o un sitio. Se inspecciona de inmediato y aún no se escribe nada',
  'operation.uploadImport': 'Subir un archivo para importarlo. Se inspecciona de inmediato y aún no se escribe nada',
  'operation.getImport': 'Obtener una importación con su progreso',
  'operation.updateImport':
    'Cambiar los ajustes de una importación antes de ejecutarla; los campos omitidos no cambian',
  'operation.deleteImport': 'Eliminar una importación con su archivo y resultados; los registros importados permanecen',
  'operation.previewImport':
    'Calcular qué cambiaría una importación, sin cambiar nada; Location es la URL de la importación',
  'operation.runImport': 'Ejecutar una importación en segundo plano; Location es la URL de la importación',
  'operation.undoImport':
    'Deshacer una importación: eliminar lo que creó y restaurar lo que cambió, salvo los registros modificados después',
  'operation.stopImport': 'Detener la tarea de una importación; lo escrito permanece',
  'operation.listImportResults': 'Listar los registros de la última vista previa, importación o anulación',
  'operation.exportRecords': 'Exportar todos los registros, uno por línea, sin archivos de imagen',
  'operation.exportWordpress': 'Exportar todos los registros como WordPress',
  'operation.exportCalendar': 'Exportar los eventos en cualquier estado como iCalendar',
  'operation.exportEvents': 'Exportar los eventos como CSV con las columnas de The Events Calendar',
  'operation.exportVenues': 'Exportar los lugares como CSV con las columnas de The Events Calendar',
  'operation.exportOrganizers': 'Exportar los organizadores como CSV con las columnas de The Events Calendar',
  'operation.listEventsAsProgram':
    'Listar los eventos por día como página HTML para procesadores de texto; devuelve todos los que coinciden salvo que se pida una página',
  'import.id': 'ID de la importación',
  'import.name': 'Nombre del archivo subido; vacío para una URL',
  'import.url': 'URL de un archivo, página o sitio; vacío para un archivo subido',
  'import.file': 'Archivo que se importa, de 64 MiB como máximo',
  'import.size': 'Tamaño del archivo almacenado en bytes; 0 tras importarlo o pasados 7 días',
  'import.channel': 'api: solicitada por un administrador; command: hecha con calends import',
  'import.user': 'ID del administrador; 0 para la línea de comandos',
  'import.format': 'Formato del archivo; vacío si se detecta',
  'import.detected_format': 'Formato detectado; vacío antes',
  'import.record_status':
    'Estado de los nuevos registros de calendarios y tablas; vacío para el del archivo o, si no, publish',
  'import.categories': 'Nombres de categorías que recibe cada evento de un calendario o tabla además de las suyas',
  'import.images': 'Si las imágenes se descargan de sus URL; true por defecto',
  'import.mapping':
    'Para tablas: columnas por encabezado (un nombre vacío la ignora), tipo, delimitador y orden de las fechas',
  'import.table':
    'Columnas encontradas en una tabla, con los primeros valores y la asignación sugerida; null en otros formatos',
  'import.task': 'Última tarea solicitada',
  'import.status': 'Estado de la tarea',
  'import.done': 'Número de registros procesados',
  'import.total': 'Número de registros de la tarea; 0 mientras se desconoce',
  'import.counts': 'Números de registros por resultado',
  'import.can_run': 'Si se puede solicitar una vista previa o la importación',
  'import.can_undo': 'Si la importación se puede deshacer',
  'import.imported': 'Momento en que la importación empezó a escribir, UTC; null antes',
  'import.undone': 'Momento en que se deshizo la importación, UTC; null antes',
  'import.undo_preview': 'Solo calcula qué se desharía',
  'import.result_outcome': 'Qué ocurrió u ocurriría con el registro. conflict: se modificó aquí y queda como está',
  'import.result_kind': 'Tipo del registro; vacío para partes del archivo que no son registros',
  'import.result_record': 'ID del registro; 0 si no existe',
  'import.result_location': 'Archivo y línea del registro',
  'import.result_details': 'Nombres de los campos modificados, o el motivo, en inglés',
}
