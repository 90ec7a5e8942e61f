/** Lists from their first page to their last. */
import type { Client } from 'openapi-fetch'
import { dataOf } from './failure.ts'
import type { paths } from './schema.ts'

type Json<Body> = { get: { responses: { 200: { content: { 'application/json': Body } } } } }

/** What a list calls its records: what its path does. */
type NameOf<Path> = Path extends `/${infer Name}` ? Name : never

/** Paths of lists that come in pages. */
export type ListPath = {
  [Path in keyof paths]: paths[Path] extends Json<{ total_pages: number } & Record<NameOf<Path>, unknown[]>>
    ? Path
    : never
}[keyof paths]

/** Parameters of a list; a page among them is where to begin. */
export type ListQuery<Path extends ListPath> = NonNullable<paths[Path]['get']['parameters']['query']>

/** The answer of a list, with its totals. */
export type Page<Path extends ListPath> = paths[Path] extends Json<infer Body> ? Body : never

/** One record of a list: an event for `/events`. */
export type ListRecord<Path extends ListPath> = Page<Path> extends Record<NameOf<Path>, (infer One)[]> ? One : never

export interface ListOptions {
  readonly signal?: AbortSignal
}

export interface Lists {
  /** The pages of a list, each fetched when it is asked for. Throws `CalendsError`. */
  pages<Path extends ListPath>(path: Path, query?: ListQuery<Path>, options?: ListOptions): Pages<Path>
  /** The records of all pages of a list. Throws `CalendsError`. */
  records<Path extends ListPath>(path: Path, query?: ListQuery<Path>, options?: ListOptions): Records<Path>
}

type Pages<Path extends ListPath> = AsyncGenerator<Page<Path>, void, undefined>
type Records<Path extends ListPath> = AsyncGenerator<ListRecord<Path>, void, undefined>

export function listsOf(client: Client<paths>): Lists {
  async function* pages(path: ListPath, query?: ListQuery<ListPath>, options: ListOptions = {}) {
    let ask: object = { params: { query } }
    for (;;) {
      const page = await dataOf(client.GET(path, { ...options, ...ask }))
      yield page
      if (page.next_rest_url === undefined) return
      // Its parameters are those of this list with the moments that words like «now» meant; its host may be another.
      const { search } = new URL(page.next_rest_url)
      ask = { querySerializer: () => search }
    }
  }

  async function* records(path: ListPath, query?: ListQuery<ListPath>, options?: ListOptions) {
    for await (const page of pages(path, query, options)) yield* recordsOf(page, path)
  }

  // Which list a path names is known to callers alone: within, all of them are one type.
  return { pages, records } as Lists
}

function recordsOf(page: Readonly<Record<string, unknown>>, path: ListPath): readonly unknown[] {
  const records = page[path.slice(1)]
  return Array.isArray(records) ? records : []
}
