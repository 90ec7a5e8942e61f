/** Sorts the ids of rows that are in no defined order, such as those returned by an insert. */
export const sortIds = (rows: readonly { readonly id: number }[]): number[] =>
  rows.map(({ id }) => id).sort((a, b) => a - b)
