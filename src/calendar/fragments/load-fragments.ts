/** Loads fragments: stored rows are filled for a render context; missing and outdated ones are rendered from records. */

import type { LinkedKind, Post, PostKind } from '../../kernel/post.ts'
import type { Taxonomy, Term } from '../../kernel/term.ts'
import type { FragmentTable } from '../../storage/tables/tables.ts'
import type { Reader } from '../../storage/types.ts'
import type { RenderContext } from '../posts/render-settings.ts'
import { parseStatus } from '../posts/row-mapping.ts'
import type { Urls } from '../posts/urls.ts'
import { presentEmbeddedTerm } from '../terms/present-term.ts'
import { findTerms } from '../terms/term-store.ts'
import { type FragmentQuery, findFragments, findListFragments, type ListFragment } from './fragment-store.ts'
import { fillTemplate, type TemplateTexts } from './fragment-template.ts'
import { createFragmentVersion } from './fragment-version.ts'
import {
  createFragment,
  createJsonFragment,
  type Fragment,
  FragmentWriter,
  type FragmentWriterFn,
  type SlottedFragment,
} from './json-fragment.ts'
import { type OnlineAccess, parseOnlineAccess } from './online-access.ts'
import { type EventRelations, parseRelations, renderRows } from './render-rows.ts'

/** Fields that decide who may see a record, and whether in full. */
export type AccessFields = Pick<Post, 'id' | 'author' | 'status' | 'password'>

interface Sized {
  /** Estimated memory in bytes. */
  readonly size: number
}

export interface EventFragment extends Sized, EventRelations {
  readonly post: AccessFields
  readonly open: SlottedFragment
  /** Redacted variant for viewers without the password; undefined for unprotected records. */
  readonly closed: SlottedFragment | undefined
  /** Undefined for offline events. */
  readonly online: OnlineAccess | undefined
  /** Parts that only single reads need; undefined when the event was read for a list. */
  readonly detail: EventDetailFragment | undefined
}

export interface EventDetailFragment {
  readonly jsonLd: SlottedFragment
  /** Sequence number of the newest change that the fragment includes. */
  readonly revision: number
}

export interface LinkedFragment extends Sized {
  readonly post: AccessFields
  readonly open: Fragment
  /** Includes `json_ld`. */
  readonly full: Fragment
  /** Sequence number of the newest change that the fragment includes. */
  readonly revision: number
  readonly jsonLd: Fragment
  /** Redacted variant for viewers without the password; undefined for unprotected records. */
  readonly closed: Fragment | undefined
}

export interface TermFragment extends Sized {
  readonly id: number
  readonly taxonomy: Taxonomy
  /** Terms are ordered by this name, then by id. */
  readonly sortName: string
  readonly text: Fragment
}

/** Estimated overhead per entry in addition to its texts. */
const ENTRY_OVERHEAD_BYTES = 1200

const estimateSize = (texts: readonly (Fragment | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text?.bytes.length ?? 0), ENTRY_OVERHEAD_BYTES)

/** Where fragments are read, and for which URLs. */
export interface FragmentSource {
  readonly db: Reader
  readonly renderContext: RenderContext
  readonly texts: TemplateTexts
  /** Receives rows that were not stored. */
  readonly onRendered: (rows: readonly FragmentTable[]) => void
}

export async function loadEventFragments(
  source: FragmentSource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, EventFragment>> {
  const rows = await loadRows(source, 'event', ids, findListFragments)
  return new Map(rows.map((row) => [row.id, fillEvent(row, source.texts)]))
}

/** Loads the fragments of events with `detail`. */
export async function loadEventDetails(
  source: FragmentSource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, EventFragment>> {
  const rows = await loadRows(source, 'event', ids, findFragments)
  return new Map(rows.map((row) => [row.id, fillEvent(row, source.texts)]))
}

export async function loadLinkedFragments(
  source: FragmentSource,
  kind: LinkedKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LinkedFragment>> {
  const rows = await loadRows(source, kind, ids, findFragments)
  return new Map(rows.map((row) => [row.id, fillLinked(row, source.texts)]))
}

type FindRows<Row> = (db: Reader, query: FragmentQuery) => Promise<Row[]>

async function loadRows<Row extends { readonly id: number }>(
  { db, renderContext: { settings }, onRendered }: FragmentSource,
  kind: PostKind,
  ids: readonly number[],
  find: FindRows<Row>,
): Promise<readonly (Row | FragmentTable)[]> {
  if (ids.length === 0) return []
  const stored = await find(db, { kind, ids, version: createFragmentVersion(settings) })
  if (stored.length === ids.length) return stored
  const found = new Set(stored.map(({ id }) => id))
  const rendered = await renderRows(
    db,
    kind,
    ids.filter((id) => !found.has(id)),
    settings,
  )
  onRendered(rendered)
  return [...stored, ...rendered]
}

const pickAccessFields = ({ id, author, status, password }: ListFragment): AccessFields => ({
  ...{ id, author, password },
  status: parseStatus(status),
})

/** Fills a row for one render context. `detail` requires both columns. */
export function fillEvent(
  row: ListFragment & { readonly revision?: number; readonly detail?: Buffer },
  texts: TemplateTexts,
): EventFragment {
  const { revision, detail: jsonLd } = row
  const open = fillTemplate(row.open, texts)
  const closed = row.closed ? fillTemplate(row.closed, texts) : undefined
  const detail = jsonLd && revision !== undefined ? { jsonLd: fillTemplate(jsonLd, texts), revision } : undefined
  const size = estimateSize([open, closed, detail?.jsonLd])
  const online = parseOnlineAccess(row.online)
  return { ...parseRelations(row.relations), post: pickAccessFields(row), open, closed, online, detail, size }
}

const JSON_LD_KEY = createFragment(',"json_ld":')

function fillLinked(row: FragmentTable, texts: TemplateTexts): LinkedFragment {
  const open = fillTemplate(row.open, texts)
  const jsonLd = fillTemplate(row.detail, texts)
  const writer = new FragmentWriter()
  const writeMember: FragmentWriterFn = (out) => {
    out.write(JSON_LD_KEY)
    out.write(jsonLd)
  }
  writer.fill(open, [writeMember])
  const full = writer.toFragment()
  const closed = row.closed ? fillTemplate(row.closed, texts) : undefined
  const size = estimateSize([open, full, jsonLd, closed])
  return { post: pickAccessFields(row), revision: row.revision, open, full, jsonLd, closed, size }
}

export async function loadTermFragments(
  { db, renderContext: { urls } }: FragmentSource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, TermFragment>> {
  return renderTermFragments(await findTerms(db, ids), urls)
}

export function renderTermFragments(terms: readonly Term[], urls: Urls): ReadonlyMap<number, TermFragment> {
  return new Map(
    terms.map((term): [number, TermFragment] => {
      const { id, taxonomy, name } = term
      const text = createJsonFragment(presentEmbeddedTerm(term, urls))
      return [id, { id, taxonomy, sortName: name.toLowerCase(), text, size: estimateSize([text]) }]
    }),
  )
}
