/** Request bodies with a file. */

export interface MultipartPart {
  readonly name: string
  readonly content: string | Buffer
  /** Set for a part that is a file. */
  readonly fileName?: string
}

const BOUNDARY = 'calends-test'

const formatPartHeaders = ({ name, fileName }: MultipartPart): string => {
  const file = fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: image/jpeg`
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`
}

/** A multipart body of these parts, in order. */
export function createMultipart(parts: readonly MultipartPart[]) {
  const pieces = parts.flatMap((part) => [
    Buffer.from(formatPartHeaders(part)),
    Buffer.from(part.content),
    Buffer.from('\r\n'),
  ])
  const body = Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } }
}

/** A multipart body of text fields and one file. */
export function createFileForm(
  fields: Readonly<Record<string, string>>,
  file: Buffer,
  fileName = 'photo.jpg',
  name = 'file',
) {
  const texts = Object.entries(fields).map(([name, content]) => ({ name, content }))
  return createMultipart([...texts, { name, content: file, fileName }])
}

/** The file as raw body, with its name in a header. */
export const createRawUpload = (body: Buffer, name = 'photo.jpg') => ({
  body,
  headers: { 'content-type': 'image/jpeg', 'content-disposition': `attachment; filename="${name}"` },
})
