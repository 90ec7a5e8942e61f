import type { MessageKey } from '../base/i18n/messages/catalog.ts'
import { type Problem, type ProblemCode, problem } from './problem.ts'

export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const
export type Role = (typeof ROLES)[number]

/** Capabilities of roles, for all kinds of records (wire-contract §4.2). */
export type Capability =
  | 'edit_posts'
  | 'publish_posts'
  | 'edit_published_posts'
  | 'edit_others_posts'
  | 'manage_categories'
  | 'manage_tags'
  | 'upload_files'
  | 'edit_users'
  | 'manage_sources'
  | 'manage_imports'
  | 'manage_webhooks'
  | 'manage_site'

const EDITOR: readonly Capability[] = [
  'edit_posts',
  'publish_posts',
  'edit_published_posts',
  'edit_others_posts',
  'manage_categories',
  'manage_tags',
  'upload_files',
]

const CAPABILITIES: Readonly<Record<Role | 'anonymous', ReadonlySet<Capability>>> = {
  administrator: new Set<Capability>([
    ...EDITOR,
    'edit_users',
    'manage_sources',
    'manage_imports',
    'manage_webhooks',
    'manage_site',
  ]),
  editor: new Set(EDITOR),
  author: new Set<Capability>([
    'edit_posts',
    'publish_posts',
    'edit_published_posts',
    'manage_categories',
    'upload_files',
  ]),
  contributor: new Set<Capability>(['edit_posts']),
  subscriber: new Set<Capability>(),
  anonymous: new Set<Capability>(),
}

/** Minimum number of characters: the minimum of NIST SP 800-63B for passwords that users choose. */
export const SHORTEST_PASSWORD = 8

export const isLongEnough = (password: string): boolean => [...password].length >= SHORTEST_PASSWORD

/** The user of a request. Anonymous viewers have id 0, which no user has. */
export interface Viewer {
  readonly id: number
  readonly role: Role | 'anonymous'
}

export const ANONYMOUS: Viewer = { id: 0, role: 'anonymous' }

export interface User {
  readonly id: number
  readonly login: string
  readonly email: string
  readonly name: string
  readonly role: Role
  /** Disabled users cannot sign in. */
  readonly isDisabled: boolean
}

/** In alphabetical order. */
export const listCapabilities = ({ role }: Viewer): readonly Capability[] => [...CAPABILITIES[role]].sort()

export function can(viewer: Viewer, capability: Capability): boolean {
  return CAPABILITIES[viewer.role].has(capability)
}

/** Error for a missing permission: 401 for anonymous viewers, 403 for authenticated ones (wire-contract §4.2). */
export function forbidden(viewer: Viewer, code: ProblemCode = 'rest_forbidden', message?: MessageKey): Problem {
  return problem(code, { status: viewer.role === 'anonymous' ? 401 : 403, ...(message && { message }) })
}

export function isRole(value: string): value is Role {
  return (ROLES as readonly string[]).includes(value)
}
