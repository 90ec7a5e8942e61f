/** Repairs of request lines that the HTTP parser of Node rejects although their meaning is clear. */
import { METHODS } from 'node:http'

/** Longest request line that is repaired, in bytes: the default limit of Node for all headers. */
export const MAX_REQUEST_LINE_BYTES = 16_384

const LINE_FEED = 0x0a
/** Method, target and version (RFC 9112, 3). The target has no spaces and no control characters. */
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]{1,64}) ([^\0-\x20\x7f]+) (HTTP\/1\.[01]\r?)$/
const RAW_BYTE = /[\x80-\xff]/g

/** A method that the parser supports and no route has, sent to it in place of an unknown one. */
const STAND_IN_METHOD = 'REPORT'

export interface ParseFailure {
  readonly code: string
  /** The last chunk that was parsed, and the position at which the parser stopped. */
  readonly packet: Buffer
  readonly offset: number
}

export interface RepairedRequest {
  readonly bytes: Buffer
  /** The method that the client sent, if `bytes` contain a replacement. */
  readonly method: string | undefined
}

/** Whether a complete request line can be repaired. */
export const isRepairable = ({ code }: Pick<ParseFailure, 'code'>): boolean =>
  code === 'HPE_INVALID_URL' || code === 'HPE_INVALID_METHOD'

/** The bytes from the start of the rejected request on. */
export function unparsedRequest({ packet, offset }: ParseFailure): Buffer {
  const lineStart = offset === 0 ? 0 : packet.lastIndexOf(LINE_FEED, offset - 1) + 1
  return packet.subarray(lineStart)
}

export const hasWholeLine = (bytes: Buffer): boolean => bytes.includes(LINE_FEED)

/**
 * The same bytes with a request line that the parser accepts; undefined when there is none. Raw bytes of the target are
 * percent-encoded (decisions: "Raw bytes in a request line"), and a method that the parser does not support is replaced.
 * Nothing after the line changes, so a repair never moves the boundaries of messages.
 */
export function repairRequest(bytes: Buffer, code: string): RepairedRequest | undefined {
  const end = bytes.indexOf(LINE_FEED)
  if (end < 0 || end > MAX_REQUEST_LINE_BYTES) return undefined
  const [, method, target, version] = REQUEST_LINE.exec(bytes.toString('latin1', 0, end)) ?? []
  if (method === undefined || target === undefined || version === undefined) return undefined
  const isUnknownMethod = code === 'HPE_INVALID_METHOD'
  // The parser supports the method, so it must have seen other bytes before it.
  if (isUnknownMethod && METHODS.includes(method)) return undefined
  const encoded = target.replace(RAW_BYTE, encodeByte)
  if (encoded === target && !isUnknownMethod) return undefined
  const line = `${isUnknownMethod ? STAND_IN_METHOD : method} ${encoded} ${version}`
  return {
    bytes: Buffer.concat([Buffer.from(line, 'latin1'), bytes.subarray(end)]),
    method: isUnknownMethod ? method : undefined,
  }
}

const encodeByte = (byte: string): string => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`
