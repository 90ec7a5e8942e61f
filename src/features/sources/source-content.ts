/** The interface between the runner of sources and the readers of their types. */

import type { Services } from '../../calendar/services.ts'
import type { ExternalEntry } from '../imports/external/external-record.ts'
import { isContentError } from '../imports/formats/content-error.ts'
import type { Source } from './source.ts'

/** Undefined when the source has not changed since the last complete import. */
export type ReadSource = (services: Services, source: Source, signal: AbortSignal) => Promise<SourceContent | undefined>

export interface SourceContent {
  /** Throws a source failure if the source cannot be read to its end. */
  readonly entries: AsyncIterable<ExternalEntry>
  /** The events chosen from a page, from which the next runs read, with a note for the log. */
  readonly found?: PageSource
  /** For the next request; empty if the source has none. */
  readonly etag: string
  readonly lastModified: string
  /** Whether the source contains all events of the past, or may have dropped old ones. */
  readonly hasPast: boolean
}

export interface PageSource extends Pick<Source, 'type' | 'url'> {
  readonly note: string
}

const FAILURE_CODE = 'SOURCE_FAILURE'

/** An expected failure of a run, with a message for administrators. */
export const createSourceFailure = (message: string, retrySeconds = 0): Error =>
  Object.assign(new Error(message), { code: FAILURE_CODE, retrySeconds })

/** Errors of the content are failures of the source. Others, such as exceeded limits, are returned. */
export const toSourceFailure = (error: unknown, prefix = ''): unknown =>
  isContentError(error) && !('code' in error) ? createSourceFailure(`${prefix}${error.message}`) : error

/** Undefined for other errors. `retrySeconds` is the time that the source asks to wait; 0 if it does not. */
export function readSourceFailure(
  error: unknown,
): { readonly message: string; readonly retrySeconds: number } | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== FAILURE_CODE) return undefined
  return { message: error.message, retrySeconds: 'retrySeconds' in error ? Number(error.retrySeconds) : 0 }
}
