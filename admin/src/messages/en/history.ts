export const messages = {
  history: {
    title: 'History',
    back: 'Back to the record',
    empty: 'No changes were recorded.',
    older: 'Older changes',
    system: 'System',
    restore: 'Restore',
    restore_label: 'Restore the state of %{date}',
    restore_question: 'Restore the state of %{date}? Later changes are undone, but stay in the history.',
    restored: 'The earlier state was restored.',
    actions: {
      create: 'created',
      update: 'changed',
      trash: 'moved to the trash',
      delete: 'deleted',
      merge: 'merged with others',
      return: 'returned',
    },
    fields: {
      review_note: 'Reason',
      merged: 'Merged',
      status: 'Status',
    },
  },
}
