/** Kinds of records whose earlier states can be listed and restored. */
import type { RecordedFields } from '../kernel/change-record.ts'
import type { Fields } from '../kernel/field.ts'
import type { PostKind } from '../kernel/post.ts'
import type { Taxonomy } from '../kernel/term.ts'
import type { Viewer } from '../kernel/user.ts'
import type { EndpointRequest, Route } from './endpoint.ts'
import type { EndpointResponse } from './response/reply.ts'

/** The parts in which the routes of a kind differ; `update` is the handler of an ordinary update. */
export interface RevisableKind<Target> {
  readonly kind: PostKind | Taxonomy | 'media' | 'series'
  /** Fields of an update. */
  readonly fields: Fields
  readonly findTarget: NonNullable<Route<Target>['findTarget']>
  readonly mayEdit: (viewer: Viewer, target: Target | undefined) => boolean
  readonly recordFields: (target: Target) => RecordedFields
  update(call: EndpointRequest<Target, never>): Promise<EndpointResponse>
}
