/** Types of API routes: a path pattern with its endpoints, one per method. */

import type { Language } from '../base/i18n/language.ts'
import type { MessageKey } from '../base/i18n/messages/catalog.ts'
import type { ImageWrite } from '../calendar/images/write-with-images.ts'
import type { ResolvedIds } from '../calendar/lists/query-plan.ts'
import type { ExpectedRevisions, Precondition } from '../calendar/optimistic-lock.ts'
import type { PasswordAttempt } from '../calendar/posts/post-passwords.ts'
import type { Urls } from '../calendar/posts/urls.ts'
import type { Services } from '../calendar/services.ts'
import type { ApplicationPassword } from '../calendar/users/application-password-fields.ts'
import type { SignedInSession } from '../calendar/users/sessions.ts'
import type { SignIns } from '../calendar/users/sign-in.ts'
import type { RecordedFields } from '../kernel/change-record.ts'
import type { SubmittedImage } from '../kernel/common-fields.ts'
import type { Fields, Parsed } from '../kernel/field.ts'
import type { PostKind } from '../kernel/post.ts'
import type { ProblemCode } from '../kernel/problem.ts'
import type { Taxonomy } from '../kernel/term.ts'
import type { UploadedFile } from '../kernel/uploaded-file.ts'
import type { Viewer } from '../kernel/user.ts'
import type { RawInput } from '../kernel/validate-input.ts'
import type { FeatureHost } from './feature-host.ts'
import type { IndexContext } from './namespace-index.ts'
import type { RequestClient } from './request/client.ts'
import type { EndpointResponse } from './response/reply.ts'
import type { EndpointDescription, RouteDescription } from './route-description.ts'

/** An authenticated request of the API, before its endpoint reads the input. */
export interface AuthenticatedRequest {
  readonly viewer: Viewer
  /** The password that the viewer signed in with; undefined for anonymous viewers. */
  readonly applicationPassword: ApplicationPassword | undefined
  /** Undefined unless a session authenticated the request. */
  readonly session: SignedInSession | undefined
  readonly client: RequestClient
  readonly signIns: SignIns
  /** Members that features share. */
  readonly host: FeatureHost
  readonly urls: Urls
  readonly indexContext: IndexContext
  /** Language of texts in the response. */
  readonly language: Language
  /**
   * Attempt to open protected records with the password parameter, or else with the header `X-Event-Password` (Q25).
   * Undefined without either.
   */
  readonly createPasswordAttempt: (argument: string | undefined) => PasswordAttempt | undefined
  /** Revisions from `If-Match` at which a write may change the record; undefined for any. */
  readonly expectedRevisions: ExpectedRevisions | undefined
  /** For responses that wait for changes. */
  readonly live: LiveRequest
  /** Only for endpoints with `isBatch`; undefined inside a batch, because batches cannot be nested. */
  readonly batch: BatchRunner | undefined
}

/** Input of the handler of an endpoint: the authenticated request with its validated arguments. */
export interface EndpointRequest<Target, Args> extends AuthenticatedRequest {
  readonly services: Services
  readonly args: Args
  readonly rawInput: RawInput
  readonly foundIds: ResolvedIds
  /** Record that the path names; undefined when it does not exist. */
  readonly target: Target | undefined
  readonly params: Readonly<Record<string, string>>
  /** Methods of the route that the viewer may use, for the `Allow` header. */
  readonly allowedMethods: readonly string[]
  /** `If-Match` for the record of the path; every write of the record passes it on. */
  readonly precondition: Precondition | undefined
  /** Uploaded file, for endpoints with `takesFile`. */
  readonly file: UploadedFile | undefined
}

export const BATCH_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** One request of a batch. */
export interface BatchItem {
  readonly method: (typeof BATCH_METHODS)[number]
  /** Below the namespace, with query. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>> | undefined
}

export interface BatchItemResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Sends the requests of a batch through all stages, with the credentials of the batch. */
export interface BatchRunner {
  /** `Idempotency-Key` of the batch. */
  readonly idempotencyKey: string | undefined
  /** Whether a response contains a credential. */
  readonly hasCredentials: () => boolean
  readonly run: <T>(options: BatchOptions, work: (send: SendBatchItem) => Promise<T>) => Promise<T>
}

interface BatchOptions {
  /** The requests use these, which belong to one transaction. */
  readonly services?: Services
  /** Whether each request is a dry run. */
  readonly isDryRun?: boolean
}

export type SendBatchItem = (item: BatchItem) => Promise<BatchItemResponse>

/** The client of a request that may stay open. */
export interface LiveRequest {
  /** Its network, as in rate limits; undefined for this machine. */
  readonly network: string | undefined
  /** Aborts when the client disconnects. Call `dispose` at the end. */
  readonly observeDisconnect: () => { readonly signal: AbortSignal; readonly dispose: () => void }
  /** Throws when the credentials are not valid any more, or the role of the user has changed. */
  readonly assertSameViewer: () => Promise<void>
  /** True if the request accepts only an event stream, like requests of `EventSource`. */
  readonly expectsStream: boolean
  /** From `Last-Event-ID`. */
  readonly lastEventId: string | undefined
}

export interface Endpoint<Target> extends EndpointDescription {
  /** Access rule. The service does not start with an endpoint that has none. */
  access(viewer: Viewer, target: Target | undefined): boolean
  /** The response contains texts in the language of the request. */
  readonly isLocalized?: true
  /** A session authenticates requests of the same origin without a nonce. Only for reads. */
  readonly acceptsCookieAlone?: true
  /** The response depends on the viewer only by the access class, whose members share it. */
  readonly isSharedByClass?: true
  /** The response depends on the newest changes and may wait for some: it is neither cached nor read from a replica. */
  readonly isLive?: true
  /**
   * The response is a stream, which is not cached. It includes every change that was committed before the request, on any
   * node: the records are read while it is sent, and clients that poll rarely would keep an older state for long.
   */
  readonly isStreamed?: true
  /** Path parameter that is reported as invalid when the record does not exist (wire-contract §5, M3). */
  readonly missingTargetArgument?: string
  /** Error code for viewers without permission; by default `rest_forbidden`. */
  readonly forbiddenCode?: ProblemCode | ((viewer: Viewer) => ProblemCode)
  /** Message of that error; by default `error.{code}`. */
  readonly forbiddenMessage?: MessageKey
  handle(call: EndpointRequest<Target, never>): Promise<EndpointResponse>
}

export interface Route<Target = never> extends RouteDescription {
  /** Kind of the records that the path names, whose revisions `If-Match` refers to. */
  readonly kind?: PostKind | Taxonomy | 'media' | 'series'
  readonly endpoints: readonly Endpoint<Target>[]
  /** Response to an anonymous GET without parameters, from fragments only; undefined for an error. */
  readPublicly?(
    services: Services,
    params: Readonly<Record<string, string>>,
    urls: Urls,
  ): Promise<EndpointResponse | undefined>
  findTarget?(services: Services, params: Readonly<Record<string, string>>): Promise<Target | undefined>
  /**
   * Whether `Allow` lists the methods that write when the record does not exist. It can only remove methods that
   * `access` permits.
   */
  mayWriteUnknown?(services: Services, params: Readonly<Record<string, string>>, viewer: Viewer): Promise<boolean>
}

export type AnyRoute = Route<unknown>

/** A kind of records whose earlier states can be listed and restored. `update` is the handler of an ordinary update. */
export interface RevisableKind<Target> {
  readonly kind: PostKind | Taxonomy | 'media' | 'series'
  /** Fields of an update. */
  readonly fields: Fields
  readonly findTarget: NonNullable<Route<Target>['findTarget']>
  readonly mayEdit: (viewer: Viewer, target: Target | undefined) => boolean
  readonly recordFields: (target: Target) => RecordedFields
  update(call: EndpointRequest<Target, never>): Promise<EndpointResponse>
}

interface EndpointOptions<Target, A extends Fields> extends Omit<Endpoint<Target>, 'access' | 'handle'> {
  /** A function and not a method, so that the type of the target is inferred from the handler. */
  readonly access: (viewer: Viewer, target: Target | undefined) => boolean
  readonly args: A
  /** Receives the arguments without path parameters; the target is the record that those name. */
  handle(call: EndpointRequest<Target, Parsed<A>>): Promise<EndpointResponse>
}

/** Infers the type of the handler's arguments from the fields of the endpoint. */
export function defineEndpoint<Target, A extends Fields>(options: EndpointOptions<Target, A>): Endpoint<Target> {
  return options
}

/** Options of a write whose input may contain image URLs. */
export const createImageWrite = (
  { viewer, urls, precondition }: Pick<EndpointRequest<unknown, unknown>, 'viewer' | 'urls' | 'precondition'>,
  images: readonly SubmittedImage[],
): ImageWrite => ({ viewer, home: urls.site, images, precondition })

export const READ_METHODS = ['GET'] as const
export const UPDATE_METHODS = ['POST', 'PUT', 'PATCH'] as const
export const PUT_METHODS = ['PUT'] as const
export const DELETE_METHODS = ['DELETE'] as const
export const CREATE_METHODS = ['POST'] as const
