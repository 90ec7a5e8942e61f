/** Raw input of an endpoint: query and body in one record. */
import type { UploadedFile } from '../kernel/uploaded-file.ts'
import type { RawInput } from '../kernel/validate-input.ts'
import { isMultipart } from './request/multipart.ts'
import { readBodyFields } from './request/parse-input.ts'
import { hasUploadFields, type RequestFiles, readImageForm, readUpload } from './request/parse-upload.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Which files of a request are read: `body`, the one file in the body; `images`, those of fields named `image`;
 * `image-names`, the same without their content, because the viewer may not upload; or `none`.
 */
export type FilePolicy = 'body' | 'images' | 'image-names' | 'none'

export interface RequestInput {
  readonly values: RawInput
  readonly file: UploadedFile | undefined
}

async function readRequestInput(
  { request, query }: RequestContext,
  files: RequestFiles,
  policy: FilePolicy,
  fileLimit: number | undefined,
): Promise<RequestInput> {
  if (policy === 'body' && !hasUploadFields(request.headers)) {
    const { fields, file } = await readUpload(request.raw, files, fileLimit)
    return { values: { ...query, ...fields }, file }
  }
  const mayHaveImages =
    (policy === 'images' || policy === 'image-names') &&
    request.method === 'POST' &&
    isMultipart(request.headers['content-type'])
  const fields = mayHaveImages
    ? await readImageForm(request.raw, policy === 'images' ? files.saveFile : undefined)
    : await readBodyFields(request)
  return { values: { ...query, ...fields }, file: undefined }
}

/** Reads the body once, because a request that fails on the replica is executed again. */
export function createInputReader(
  context: RequestContext,
  files: RequestFiles,
): (policy: FilePolicy, fileLimit?: number) => Promise<RequestInput> {
  let input: Promise<RequestInput> | undefined
  return (policy, fileLimit) => {
    input ??= readRequestInput(context, files, policy, fileLimit)
    return input
  }
}
