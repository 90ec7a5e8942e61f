/** Files that come with a request: as the field `file` of a form, or as the body itself with a name beside it. */
import { MOST_BYTES } from '../actions/picture-files.ts'
import type { RawInput } from '../calendar/parse.ts'
import { tooLarge } from './body.ts'
import { readMultipart, textFields } from './input.ts'

export interface UploadedFile {
  readonly bytes: Buffer
  /** As the sender calls it; undefined when it is not said. */
  readonly name: string | undefined
}

interface Sent {
  readonly contentType: string
  readonly disposition: string | undefined
  readonly bytes: Buffer
}

/** The file, if there is one, and what else a form says. Throws `request_too_large`, whatever the form around the file takes. */
export async function readUpload(sent: Sent): Promise<{ fields: RawInput; file: UploadedFile | undefined }> {
  const { fields, file } = await readSent(sent)
  if (file && file.bytes.length > MOST_BYTES) throw tooLarge(MOST_BYTES)
  return { fields, file }
}

async function readSent({ contentType, disposition, bytes }: Sent): ReturnType<typeof readUpload> {
  if (bytes.length === 0) return { fields: {}, file: undefined }
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    return { fields: {}, file: { bytes, name: fileName(disposition) } }
  }
  const form = await readMultipart(bytes, contentType)
  const part = form.get('file')
  const file = part instanceof File ? await ofPart(part) : undefined
  return { fields: textFields(form), file }
}

async function ofPart(part: File): Promise<UploadedFile | undefined> {
  const bytes = Buffer.from(await part.arrayBuffer())
  return bytes.length === 0 ? undefined : { bytes, name: lastPart(part.name) }
}

/** The name in a Content-Disposition (RFC 6266): `filename*` in UTF-8 before `filename`, quoted or not. */
export function fileName(disposition: string | undefined): string | undefined {
  if (disposition === undefined) return undefined
  const extended = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1]
  const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition)
  const name = decoded(extended) ?? plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]
  return name && (lastPart(name) || undefined)
}

const lastPart = (path: string): string => path.split(/[/\\]/).at(-1) ?? ''

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}
