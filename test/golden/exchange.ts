/** Sends a request of the session and returns its response in the form in which it is compared. */
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { TestService } from '../helper/service.ts'
import {
  applyMasks,
  IGNORED_HEADERS,
  LENGTH_HEADER,
  MASKED_BODY_PARTS,
  MASKED_HEADER_PARTS,
  MASKED_HEADERS,
} from './masks.ts'
import type { GoldenRequest } from './request.ts'

export interface GoldenResponse {
  readonly status: number
  /** `name: value`, ordered by name. */
  readonly headers: readonly string[]
  /** Text, or base64 after `base64:` if the bytes are no text. */
  readonly body: string
}

export interface RawResponse {
  readonly status: number
  /** Names are lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly bytes: Buffer
}

export interface Client {
  readonly send: (request: GoldenRequest) => Promise<RawResponse>
  readonly close: () => void
}

export function createClient({ origin, authorization }: TestService): Client {
  const agent = new Agent({ keepAlive: true })
  const { hostname: host, port } = new URL(origin)
  return {
    send: ({ method, target: path, as = 'anon', json, body, headers, from }) => {
      const payload = json === undefined ? body : JSON.stringify(json)
      const sent = {
        ...(as !== 'anon' && { authorization: authorization(as) }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(payload !== undefined && { 'content-length': String(Buffer.byteLength(payload)) }),
        ...(from !== undefined && { 'x-forwarded-for': from }),
        ...headers,
      }
      return new Promise((resolve, reject) => {
        const request = httpRequest({ host, port, method, path, headers: sent, agent }, (response) =>
          readResponse(response).then(resolve, reject),
        )
        request.on('error', reject)
        request.end(payload)
      })
    },
    close: () => agent.destroy(),
  }
}

async function readResponse(response: IncomingMessage): Promise<RawResponse> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const { rawHeaders, statusCode = 0 } = response
  const headers = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? '']] : [],
  )
  return { status: statusCode, headers, bytes: Buffer.concat(chunks) }
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { gzip: gunzipSync, br: brotliDecompressSync }

/** Applies the masks. Compressed bodies are compared without their compression, which depends on the version of Node. */
export function toGoldenResponse({ status, headers, bytes }: RawResponse): GoldenResponse {
  const encoding = headers.find(([name]) => name === 'content-encoding')?.[1] ?? ''
  const decode = bytes.length > 0 ? DECODERS[encoding] : undefined
  const text = toText(decode ? decode(bytes) : bytes)
  const body = applyMasks(text, MASKED_BODY_PARTS)
  const isLengthMasked = encoding !== '' || body !== text
  const shown = headers
    .filter(([name]) => !Object.hasOwn(IGNORED_HEADERS, name))
    .map(([name, value]) => {
      const isMasked = Object.hasOwn(MASKED_HEADERS, name) || (isLengthMasked && name === LENGTH_HEADER)
      return applyMasks(`${name}: ${isMasked ? '*' : value}`, MASKED_HEADER_PARTS)
    })
  return { status, headers: shown.sort(), body }
}

/** Base64 for bytes that are no text. */
function toText(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? text : `base64:${bytes.toString('base64')}`
}
