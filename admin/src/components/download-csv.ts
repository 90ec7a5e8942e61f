/** RFC 4180. A text that a spreadsheet would take for a formula is preceded by an apostrophe. */
function formatCell(value: unknown): string {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function downloadCsv(name: string, rows: readonly (readonly unknown[])[]): void {
  const text = rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
