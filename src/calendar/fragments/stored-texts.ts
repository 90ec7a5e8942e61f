/** `text=raw`: titles, texts and names as stored instead of as displayed (decisions: Text as stored). */
import { isRecord } from '../../base/is-record.ts'
import { POST_KINDS, type Post, type PostKind } from '../../kernel/post.ts'
import type { Term } from '../../kernel/term.ts'
import type { Reader } from '../../storage/types.ts'
import { findPosts } from '../posts/post-store.ts'
import { findTerms } from '../terms/term-store.ts'
import { copyBody } from './parse-view.ts'

type View = Record<string, unknown>

interface Views {
  readonly posts: Readonly<Record<PostKind, View[]>>
  readonly terms: View[]
}

/**
 * Replaces the texts in the body of a response, also those of venues, organizers and terms inside of events. Texts that
 * the viewer is not shown stay empty.
 */
export async function replaceWithStoredTexts(db: Reader, body: unknown): Promise<unknown> {
  const parsed = copyBody(body)
  const views: Views = { posts: { event: [], venue: [], organizer: [] }, terms: [] }
  collectViews(parsed, views)
  for (const kind of POST_KINDS) {
    const posts = await findPosts(db, kind, readIds(views.posts[kind]))
    const byId = new Map(posts.map((post) => [post.id, post]))
    for (const view of views.posts[kind]) replacePostTexts(kind, view, byId.get(Number(view['id'])))
  }
  const terms = new Map((await findTerms(db, readIds(views.terms))).map((term) => [term.id, term]))
  for (const view of views.terms) replaceTermTexts(view, terms.get(Number(view['id'])))
  return parsed
}

const readIds = (views: readonly View[]): number[] => [...new Set(views.map(({ id }) => Number(id)))]

/** Key of the title of each kind. An event has a title and dates, and its venue and organizers are not texts. */
const TITLE_KEYS = { event: 'title', venue: 'venue', organizer: 'organizer' } as const

function collectViews(value: unknown, views: Views): void {
  if (Array.isArray(value)) for (const one of value) collectViews(one, views)
  if (!isRecord(value)) return
  if (typeof value['id'] === 'number') {
    const kind = POST_KINDS.find((one) => typeof value[TITLE_KEYS[one]] === 'string')
    if (typeof value['taxonomy'] === 'string' && typeof value['name'] === 'string') views.terms.push(value)
    else if (kind && (kind !== 'event' || 'start_date' in value)) views.posts[kind].push(value)
  }
  for (const [name, child] of Object.entries(value)) if (name !== 'json_ld') collectViews(child, views)
}

function replacePostTexts(kind: PostKind, view: View, post: Post | undefined): void {
  if (!post) return
  view[TITLE_KEYS[kind]] = post.title
  const texts = { description: post.content, excerpt: post.excerpt }
  for (const [name, text] of Object.entries(texts)) if (view[name]) view[name] = text
}

function replaceTermTexts(view: View, term: Term | undefined): void {
  if (!term) return
  view['name'] = term.name
  if ('description' in view) view['description'] = term.description
}
