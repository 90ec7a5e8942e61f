type TableCell = string | number

/** Longer cells are cut, so that rows fit on a line. */
const MAX_WIDTH = 60

/** Lines of a table with aligned columns. Control characters in cells are removed. */
export function formatTable(headings: readonly string[], rows: readonly (readonly TableCell[])[]): string[] {
  const texts = [headings, ...rows].map((row) => row.map(formatTableCell))
  const widths = headings.map((_, index) => Math.max(...texts.map((row) => row[index]?.length ?? 0)))
  return texts.map((row) =>
    row
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function formatTableCell(cell: TableCell): string {
  const text = String(cell).replaceAll(/\p{Cc}+/gu, ' ')
  return text.length > MAX_WIDTH ? `${text.slice(0, MAX_WIDTH - 1)}…` : text
}
