/** Compares stored fragments with their records. */
import { POST_KINDS, type PostKind } from '../../kernel/post.ts'
import type { FragmentTable } from '../../storage/tables/tables.ts'
import type { Reader } from '../../storage/types.ts'
import { findKindsAfter } from '../posts/post-store.ts'
import type { RenderSettings } from '../posts/render-settings.ts'
import { findFragments } from './fragment-store.ts'
import { createFragmentVersion } from './fragment-version.ts'
import { renderRows } from './render-rows.ts'

/** Records that are rendered at once. */
const PAGE_SIZE = 250

interface WrongFragments {
  readonly kind: PostKind
  readonly ids: readonly number[]
}

/** Finds the rows that would be used but differ from the rendered record. Missing and outdated rows are no problem. */
export async function* findWrongFragments(db: Reader, settings: RenderSettings): AsyncGenerator<WrongFragments> {
  const version = createFragmentVersion(settings)
  for (let last: number | undefined = 0; last !== undefined; ) {
    const records: { id: number; kind: string }[] = await findKindsAfter(db, last, PAGE_SIZE)
    for (const kind of POST_KINDS) {
      const ids = records.filter((record) => record.kind === kind).map(({ id }) => id)
      const stored = ids.length === 0 ? [] : await findFragments(db, { kind, ids, version })
      const rendered = new Map((await renderRows(db, kind, ids, settings)).map((row) => [row.id, row]))
      const wrong = stored.filter((row) => !isSameRow(row, rendered.get(row.id))).map(({ id }) => id)
      if (wrong.length > 0) yield { kind, ids: wrong }
    }
    last = records.at(-1)?.id
  }
}

const isSameRow = (stored: FragmentTable, rendered: FragmentTable | undefined): boolean =>
  rendered !== undefined &&
  (['author', 'status', 'password', 'relations', 'online'] as const).every((name) => stored[name] === rendered[name]) &&
  (['open', 'closed', 'detail'] as const).every((name) => isSameBytes(stored[name], rendered[name]))

const isSameBytes = (first: Buffer | null, second: Buffer | null): boolean =>
  first === null || second === null ? first === second : first.equals(second)
