/** Files that come with a request, as values among its fields. */

const MARK = Symbol('sent file')

/** No JSON and no form can make one up, since its mark is a symbol. */
export interface SentFile {
  readonly [MARK]: true
  /** Where its bytes are until the response is sent; undefined when its sender may not upload, so that it was not read. */
  readonly path: string | undefined
  readonly bytes: number
  /** As its sender calls it; undefined when the request does not say. */
  readonly name: string | undefined
}

export const createSentFile = (file: Omit<SentFile, typeof MARK>): SentFile => ({ [MARK]: true, ...file })

export const isSentFile = (raw: unknown): raw is SentFile => typeof raw === 'object' && raw !== null && MARK in raw
