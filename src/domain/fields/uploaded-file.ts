/** Files that come with a request, as values among its fields. */

const UPLOADED_FILE = Symbol('sent file')

/** No JSON and no form can make one up, since its mark is a symbol. */
export interface UploadedFile {
  readonly [UPLOADED_FILE]: true
  /** Where its bytes are until the response is sent; undefined when its sender may not upload, so that it was not read. */
  readonly path: string | undefined
  readonly bytes: number
  /** As its sender calls it; undefined when the request does not say. */
  readonly name: string | undefined
}

export const createUploadedFile = (file: Omit<UploadedFile, typeof UPLOADED_FILE>): UploadedFile => ({
  [UPLOADED_FILE]: true,
  ...file,
})

export const isUploadedFile = (raw: unknown): raw is UploadedFile =>
  typeof raw === 'object' && raw !== null && UPLOADED_FILE in raw
