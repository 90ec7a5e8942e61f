export const messages = {
  history: {
    title: 'Historial',
    back: 'Volver al registro',
    empty: 'No hay cambios registrados.',
    older: 'Cambios anteriores',
    system: 'Sistema',
    restore: 'Restaurar',
    restore_label: 'Restaurar el estado de %{date}',
    restore_question:
      '¿Restaurar el estado de %{date}? Los cambios posteriores se deshacen, pero siguen en el historial.',
    restored: 'Se ha restaurado el estado anterior.',
    actions: {
      create: 'creado',
      update: 'modificado',
      trash: 'enviado a la papelera',
      delete: 'eliminado',
      merge: 'fusionado con otros',
      return: 'devuelto',
    },
    fields: {
      review_note: 'Motivo',
      merged: 'Fusionados',
      status: 'Estado',
    },
  },
}
