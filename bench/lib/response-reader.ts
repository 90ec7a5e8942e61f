/** Minimal HTTP/1.1 response parser for the load generator: status and length. */
const END_OF_HEAD = '\r\n\r\n'
const STATUS = /^HTTP\/1\.1 (\d{3})/
const LENGTH = /\r\ncontent-length: *(\d+)/i
const WITHOUT_BODY = [204, 304]

export interface ParsedResponse {
  readonly status: number
  /** Size of head and body. */
  readonly bytes: number
}

/**
 * Parses the bytes of a connection with one request at a time and reports every complete response. Chunks are read in
 * place, so their buffer can be reused. Throws for responses without a length.
 */
export function createResponseReader(onResponse: (response: ParsedResponse) => void): (chunk: Buffer) => void {
  let partialHead = Buffer.alloc(0)
  let response: ParsedResponse = { status: 0, bytes: 0 }
  let left = 0
  return (chunk) => {
    if (left > 0) {
      left -= chunk.length
    } else {
      const bytes = partialHead.length > 0 ? Buffer.concat([partialHead, chunk]) : chunk
      const end = bytes.indexOf(END_OF_HEAD)
      partialHead = end < 0 ? Buffer.from(bytes) : Buffer.alloc(0)
      if (end < 0) return
      response = parseHead(bytes.toString('latin1', 0, end), end + END_OF_HEAD.length)
      left = response.bytes - bytes.length
    }
    if (left < 0) throw new Error('The server sent more bytes than its Content-Length.')
    if (left === 0) onResponse(response)
  }
}

function parseHead(head: string, headBytes: number): ParsedResponse {
  const status = Number(STATUS.exec(head)?.[1])
  if (WITHOUT_BODY.includes(status)) return { status, bytes: headBytes }
  const length = LENGTH.exec(head)?.[1]
  if (length === undefined) throw new Error(`The response has no Content-Length: ${head.split('\r\n', 1)}`)
  return { status, bytes: headBytes + Number(length) }
}
