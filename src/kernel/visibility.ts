import type { StatusFilter } from './common-fields.ts'
import { POST_STATUSES, type Post, type PostStatus } from './post.ts'
import { can, type Viewer } from './user.ts'

/**
 * The visibility rule as data: lists turn it into a condition, single reads evaluate it. Statuses in `open` are
 * readable for any author; the author `own` can read all statuses (0: none).
 */
export interface Visibility {
  readonly statuses: readonly PostStatus[] | 'every'
  readonly ownerId: number
}

/** Lists follow the rule of single reads (wire-contract §15.2, Q3). */
export function visibility(viewer: Viewer): Visibility {
  return { statuses: can(viewer, 'edit_others_posts') ? 'every' : ['publish'], ownerId: viewer.id }
}

type OwnedPost = Pick<Post, 'author' | 'status'>

export function mayRead(viewer: Viewer, post: OwnedPost): boolean {
  const { statuses: open, ownerId: own } = visibility(viewer)
  return open === 'every' || open.includes(post.status) || (own !== 0 && post.author === own)
}

/** Statuses that a list shows: `open` for any author, `own` for records of the viewer only. */
export interface VisibleStatuses {
  readonly statuses: readonly PostStatus[]
  readonly ownStatuses: readonly PostStatus[]
  readonly ownerId: number
}

const ANY_STATUS = POST_STATUSES.filter((status) => status !== 'trash')

/** The requested statuses that the viewer may read (wire-contract §15.4, Q44). */
export function resolveVisibleStatuses(viewer: Viewer, filter: StatusFilter | undefined): VisibleStatuses {
  const { statuses: open, ownerId: own } = visibility(viewer)
  const requested = filter ?? (can(viewer, 'edit_posts') ? 'any' : ['publish'])
  const requestedStatuses =
    requested === 'any' ? ANY_STATUS : POST_STATUSES.filter((status) => requested.includes(status))
  if (open === 'every') return { statuses: requestedStatuses, ownStatuses: [], ownerId: 0 }
  const others = own === 0 ? [] : requestedStatuses.filter((status) => !open.includes(status))
  return { statuses: requestedStatuses.filter((status) => open.includes(status)), ownStatuses: others, ownerId: own }
}

/** Whether the list shows the record. */
export function isListed(
  { statuses: open, ownStatuses: own, ownerId: owner }: VisibleStatuses,
  { status, author }: OwnedPost,
): boolean {
  return open.includes(status) || (own.includes(status) && author === owner)
}

/**
 * Protected records that a viewer sees in full: all of them, or those of one author (0: none) and those opened by the
 * password of the request.
 */
export type PasswordBypass = 'every' | { readonly author: number; readonly opened: readonly number[] }

/**
 * Editors and the author see a protected record without its password (Q25). `opened` contains ids of records of any
 * kind.
 */
export function passwordBypass(viewer: Viewer, opened: readonly number[] = []): PasswordBypass {
  return can(viewer, 'edit_others_posts') ? 'every' : { author: viewer.id, opened }
}

export const needsPassword = (viewer: Viewer, post: Pick<Post, 'author' | 'password'>): boolean =>
  post.password !== '' && !hasPasswordBypass(viewer, post)

/** Whether the viewer sees the record in full even if it has a password that the request does not contain. */
export function hasPasswordBypass(viewer: Viewer, post: Pick<Post, 'author'>): boolean {
  const bypass = passwordBypass(viewer)
  return bypass === 'every' || (bypass.author !== 0 && post.author === bypass.author)
}

/** Whether an event counts for its terms. Protected events do not, so that counts do not reveal them. */
export const isCounted = ({ status, password }: Pick<Post, 'status' | 'password'>): boolean =>
  status === 'publish' && password === ''

/**
 * Whether the viewer may edit or trash a record (wire-contract §15.3). A trashed record is judged by its former status.
 */
export function mayEdit(viewer: Viewer, post: Pick<Post, 'author' | 'status' | 'trashed_from'>): boolean {
  if (can(viewer, 'edit_others_posts')) return true
  if (viewer.id === 0 || post.author !== viewer.id) return false
  const status = post.status === 'trash' ? post.trashed_from : post.status
  return can(viewer, status === 'publish' || status === 'future' ? 'edit_published_posts' : 'edit_posts')
}

/** Permits viewers without an account to read one event that is not published, and without its password. */
export interface EventPreview {
  readonly eventId: number
}

export const mayPreview = ({ eventId }: EventPreview, { id, status }: Pick<Post, 'id' | 'status'>): boolean =>
  id === eventId && status !== 'trash'
