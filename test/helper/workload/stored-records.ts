/** Compares what was acknowledged to writers with what the database contains. */
import pg from 'pg'
import { WRITTEN_KINDS, type WrittenKind, type WrittenRecord } from './writer.ts'

export interface StoredRecord {
  readonly kind: WrittenKind
  readonly id: number
  readonly title: string
  readonly isPublished: boolean
}

const TABLES = { event: 'events', venue: 'venues' } as const satisfies Record<WrittenKind, string>

/** All records of the kinds that writers write. */
export async function readStoredRecords(databaseUrl: string): Promise<readonly StoredRecord[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const stored: StoredRecord[] = []
    for (const kind of WRITTEN_KINDS) {
      const { rows } = await client.query<{ id: number; title: string; status: string }>(
        `select id, title, status from ${TABLES[kind]} order by id`,
      )
      for (const { id, title, status } of rows) stored.push({ kind, id, title, isPublished: status === 'publish' })
    }
    return stored
  } finally {
    await client.end()
  }
}

export interface WriteLosses {
  /** Acknowledged writes, and how many of them the database does not contain. */
  readonly acknowledged: number
  readonly lost: number
  /** Titles that records no longer have, or never had, because their writes were lost. */
  readonly lostTitles: ReadonlySet<string>
  /** Records that were stored twice, or in a state that no writer has written. */
  readonly contradictions: readonly string[]
}

export function findLosses(records: readonly WrittenRecord[], stored: readonly StoredRecord[]): WriteLosses {
  const byTitle = new Map<string, StoredRecord[]>()
  for (const row of stored) byTitle.set(row.title, [...(byTitle.get(row.title) ?? []), row])
  let [acknowledged, lost] = [0, 0]
  const lostTitles = new Set<string>()
  const contradictions: string[] = []
  for (const record of records) {
    const titles = [...record.acknowledged, ...(record.uncertain === undefined ? [] : [record.uncertain])]
    const rows = titles.flatMap((title) => byTitle.get(title) ?? [])
    const [row] = rows
    if (rows.length > 1) contradictions.push(`stored ${rows.length} times: ${titles[0]}`)
    if (row && record.id > 0 && row.id !== record.id) contradictions.push(`stored with another id: ${titles[0]}`)
    const position = row ? titles.indexOf(row.title) : -1
    const isDeletionLost = record.deletion === 'acknowledged' && (row === undefined || row.isPublished)
    if (row && !row.isPublished && record.deletion === 'none') contradictions.push(`deleted by nobody: ${titles[0]}`)
    acknowledged += record.acknowledged.length + Number(record.deletion === 'acknowledged')
    lost += Math.max(0, record.acknowledged.length - 1 - position) + Number(isDeletionLost)
    for (const title of titles.slice(position + 1)) lostTitles.add(title)
  }
  return { acknowledged, lost, lostTitles, contradictions }
}
