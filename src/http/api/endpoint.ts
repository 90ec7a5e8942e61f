/** What a route of the namespace is: a pattern, and for some verbs who may use them, with what, to do what. */

import type { IndexContext } from '../../apidoc/namespace-index.ts'
import type { EndpointDescription, RouteDescription } from '../../apidoc/route-description.ts'
import type { DateTime } from '../../datetime/parse-date.ts'
import type { ApplicationPassword } from '../../domain/fields/application-password.ts'
import type { SubmittedImage } from '../../domain/fields/common-fields.ts'
import type { Fields, Parsed } from '../../domain/fields/field.ts'
import type { UploadedFile } from '../../domain/fields/uploaded-file.ts'
import type { RawInput } from '../../domain/fields/validate-input.ts'
import type { PostKind } from '../../domain/model/post.ts'
import type { Taxonomy } from '../../domain/model/term.ts'
import type { Viewer } from '../../domain/model/user.ts'
import type { ProblemCode } from '../../domain/problem.ts'
import type { ResolvedIds } from '../../domain/query/query-plan.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import type { Urls } from '../../presenters/urls.ts'
import type { PasswordAttempt } from '../../usecases/auth/post-passwords.ts'
import type { ImageWrite } from '../../usecases/media/write-with-images.ts'
import type { ExpectedRevisions, Precondition } from '../../usecases/optimistic-lock.ts'
import type { Services } from '../../usecases/services.ts'

export interface EndpointRequest<Target, Args> {
  readonly services: Services
  readonly viewer: Viewer
  /** What the viewer signed in with; undefined for the anonymous. */
  readonly applicationPassword: ApplicationPassword | undefined
  readonly args: Args
  readonly rawInput: RawInput
  readonly foundIds: ResolvedIds
  /** The record the path names; undefined when there is none. */
  readonly target: Target | undefined
  readonly params: Readonly<Record<string, string>>
  readonly urls: Urls
  readonly indexContext: IndexContext
  /** Verbs of the route that are open to the caller, as the `Allow` header shows them. */
  readonly allowedMethods: readonly string[]
  /**
   * The attempt to open protected records: with the password of the arguments, else with that of the header
   * `X-Event-Password` (Q25). Undefined without either.
   */
  readonly createPasswordAttempt: (argument: string | undefined) => PasswordAttempt | undefined
  /** Revisions of the record, by `If-Match`, at which a write may change it; undefined when any will do. */
  readonly expectedRevisions: ExpectedRevisions | undefined
  /** `If-Match` for the record of the path; every write of the record passes it on. */
  readonly precondition: Precondition | undefined
  /** What came with the request, of endpoints that take a file. */
  readonly file: UploadedFile | undefined
}

/** A body that is made while it is sent. */
export interface StreamedBody {
  readonly mediaType: string
  /** Two of the same tag are the same. */
  readonly tag: string
  readonly chunks: () => AsyncIterable<string>
}

export interface EndpointResponse {
  readonly status: number
  readonly body: unknown
  /** Instead of `body`, and never wrapped. */
  readonly stream?: StreamedBody
  readonly headers?: Readonly<Record<string, string>>
  /** Of a read of one record: number of the newest change it shows. */
  readonly revision?: number
  /** Last second, UTC, for which the same request means the same; by default the last of the site's day. */
  readonly until?: DateTime | undefined
  /** Whether it holds texts in the language of the request. */
  readonly isLocalized?: boolean
}

export interface Endpoint<Target> extends EndpointDescription {
  /** Who may use it. Without this the service does not start. */
  readonly access: (viewer: Viewer, target: Target | undefined) => boolean
  /** Its answer holds texts in the language of the request. */
  readonly isLocalized?: true
  /** Path argument that is refused as an invalid parameter when it names nothing (contract 5, M3). */
  readonly missingTargetArgument?: string
  /** Code of the refusal of those who may not use it, where it is not `rest_forbidden`. */
  readonly forbiddenCode?: ProblemCode | ((viewer: Viewer) => ProblemCode)
  /** Text of that refusal, where it is not `error.{refusal}`. */
  readonly forbiddenMessage?: MessageKey
  handle(call: EndpointRequest<Target, never>): Promise<EndpointResponse>
}

export interface Route<Target = never> extends RouteDescription {
  /** What the records are that its path names: their revisions are what `If-Match` speaks of. */
  readonly kind?: PostKind | Taxonomy | 'media'
  readonly endpoints: readonly Endpoint<Target>[]
  /** What GET answers to anybody, where that needs no waiting; undefined where it does, or where it is a failure. */
  readFromCache?(services: Services, params: Readonly<Record<string, string>>, urls: Urls): EndpointResponse | undefined
  findTarget?(services: Services, params: Readonly<Record<string, string>>): Promise<Target | undefined>
  /**
   * Whether `Allow` names the verbs that write where the path names no record. Without it, `access` decides; with it, it
   * decides after `access`.
   */
  mayWriteUnknown?(services: Services, params: Readonly<Record<string, string>>, viewer: Viewer): Promise<boolean>
}

export type AnyRoute = Route<unknown>

interface EndpointOptions<Target, A extends Fields> extends Omit<Endpoint<Target>, 'handle'> {
  readonly args: A
  /** Given the arguments that are not captures of the path; what those name is the target. */
  handle(call: EndpointRequest<Target, Parsed<A>>): Promise<EndpointResponse>
}

/** Ties the arguments of an endpoint to what its handler is given. */
export function defineEndpoint<Target, A extends Fields>(options: EndpointOptions<Target, A>): Endpoint<Target> {
  return options
}

/** The facts of a write whose input may name pictures by their addresses. */
export const createImageWrite = (
  { viewer, urls, precondition }: Pick<EndpointRequest<unknown, unknown>, 'viewer' | 'urls' | 'precondition'>,
  images: readonly SubmittedImage[],
): ImageWrite => ({ viewer, home: urls.site, images, precondition })

export const okResponse = (body: unknown, headers: Readonly<Record<string, string>> = {}): EndpointResponse => ({
  status: 200,
  body,
  headers,
})

/** 201 with the address of the new record (decisions, Location). */
export const createdResponse = (body: unknown, location: string): EndpointResponse => ({
  status: 201,
  body,
  headers: { location },
})

export const READ_METHODS = ['GET'] as const
export const UPDATE_METHODS = ['POST', 'PUT', 'PATCH'] as const
export const PUT_METHODS = ['PUT'] as const
export const DELETE_METHODS = ['DELETE'] as const
export const CREATE_METHODS = ['POST'] as const
