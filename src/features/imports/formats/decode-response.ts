/** Decodes responses that are compressed although that was not requested. */
import type { ContainedReader } from '../../../base/concurrency/contained-reader.ts'

export interface ReaderContext {
  readonly reader: ContainedReader
  readonly signal?: AbortSignal | undefined
}

/** Decodes in a child process. Throws an `Error` for a body that is damaged, incomplete or too large. */
export async function decodeResponse(
  { reader, signal }: ReaderContext,
  bytes: Buffer,
  encoding: string,
): Promise<Buffer> {
  if (/^(?:identity)?$/i.test(encoding)) return bytes
  const job = { reader: 'decode', input: { bytes, encoding }, bytes: bytes.length, signal }
  for await (const decoded of reader.read(job))
    if (decoded instanceof Uint8Array) return Buffer.from(decoded.buffer, decoded.byteOffset, decoded.byteLength)
  throw new TypeError('the reader of decode returns an invalid value')
}
