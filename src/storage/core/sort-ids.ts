/** Numbers of rows that come in no order, such as those that a statement returns of what it wrote. */
export const sortIds = (rows: readonly { readonly id: number }[]): number[] =>
  rows.map(({ id }) => id).sort((a, b) => a - b)
