/** As much of HTTP/1.1 as a load generator needs: where an answer ends, and its status. */
const END_OF_HEAD = '\r\n\r\n'
const STATUS = /^HTTP\/1\.1 (\d{3})/
const LENGTH = /\r\ncontent-length: *(\d+)/i
const WITHOUT_BODY = [204, 304]

export interface ParsedResponse {
  readonly status: number
  /** Of head and body. */
  readonly bytes: number
}

/**
 * Takes the bytes of a connection on which one request is under way at a time, and tells of every answer once it is
 * whole. Bytes are read in place: a chunk may be written over afterwards. Throws for answers of unknown length.
 */
export function createResponseReader(onAnswer: (answer: ParsedResponse) => void): (chunk: Buffer) => void {
  let begun = Buffer.alloc(0)
  let answer: ParsedResponse = { status: 0, bytes: 0 }
  let left = 0
  return (chunk) => {
    if (left > 0) {
      left -= chunk.length
    } else {
      const bytes = begun.length > 0 ? Buffer.concat([begun, chunk]) : chunk
      const end = bytes.indexOf(END_OF_HEAD)
      begun = end < 0 ? Buffer.from(bytes) : Buffer.alloc(0)
      if (end < 0) return
      answer = answerOf(bytes.toString('latin1', 0, end), end + END_OF_HEAD.length)
      left = answer.bytes - bytes.length
    }
    if (left < 0) throw new Error('the server sent more than it said')
    if (left === 0) onAnswer(answer)
  }
}

function answerOf(head: string, headBytes: number): ParsedResponse {
  const status = Number(STATUS.exec(head)?.[1])
  if (WITHOUT_BODY.includes(status)) return { status, bytes: headBytes }
  const length = LENGTH.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer of unknown length: ${head.split('\r\n', 1)}`)
  return { status, bytes: headBytes + Number(length) }
}
