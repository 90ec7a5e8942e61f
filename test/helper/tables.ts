/** Tables written as text are specifications that tests compare with. */
import assert from 'node:assert/strict'

/** Rows by their first words, cells by their column. */
export function readTable(text: string): Map<string, Readonly<Record<string, string>>> {
  const [head = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '')
  const columns = head.trim().split(/\s+/)
  return new Map(
    lines.map((line) => {
      const words = line.trim().split(/\s+/)
      const label = words.slice(0, words.length - columns.length).join(' ')
      return [
        label,
        Object.fromEntries(columns.map((column, index) => [column, words.at(index - columns.length) ?? ''])),
      ]
    }),
  )
}

/** Fills the table of `text` again with the results of `cell`, and compares. */
export async function assertTableMatches(
  text: string,
  cell: (row: string, column: string, expected: string) => Promise<string>,
): Promise<void> {
  const expected = readTable(text)
  const found = new Map<string, Record<string, string>>()
  for (const [row, cells] of expected) {
    const line: Record<string, string> = {}
    for (const [column, word] of Object.entries(cells)) line[column] = await cell(row, column, word)
    found.set(row, line)
  }
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(expected))
}
