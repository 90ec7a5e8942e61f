export const messages = {
  history: {
    title: 'Histórico',
    back: 'Voltar ao registo',
    empty: 'Não há alterações registadas.',
    older: 'Alterações mais antigas',
    system: 'Sistema',
    restore: 'Restaurar',
    restore_label: 'Restaurar o estado de %{date}',
    restore_question: 'Restaurar o estado de %{date}? As alterações posteriores são desfeitas, mas ficam no histórico.',
    restored: 'O estado anterior foi restaurado.',
    actions: {
      create: 'criado',
      update: 'alterado',
      trash: 'movido para o lixo',
      delete: 'eliminado',
      merge: 'unido com outros',
      return: 'devolvido',
    },
    fields: {
      review_note: 'Motivo',
      merged: 'Unidos',
      status: 'Estado',
    },
  },
}
