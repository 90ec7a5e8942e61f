/** Uploaded files, as values among the fields of a request. */

const UPLOADED_FILE = Symbol('sent file')

/** Cannot be forged by JSON or form input, because it is marked by a symbol. */
export interface UploadedFile {
  readonly [UPLOADED_FILE]: true
  /**
   * Temporary path until the response is sent; undefined when the client may not upload, so that the file was not read.
   */
  readonly path: string | undefined
  readonly bytes: number
  /** File name sent by the client; undefined without one. */
  readonly name: string | undefined
}

export const createUploadedFile = (file: Omit<UploadedFile, typeof UPLOADED_FILE>): UploadedFile => ({
  [UPLOADED_FILE]: true,
  ...file,
})

export const isUploadedFile = (raw: unknown): raw is UploadedFile =>
  typeof raw === 'object' && raw !== null && UPLOADED_FILE in raw
