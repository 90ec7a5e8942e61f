/** Receives webhooks during development, and prints them. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http'
import { isRecord } from '../../base/is-record.ts'
import { verifyWebhook } from './webhook-signature.ts'

/** Far larger than any message. */
const MAX_BODY_BYTES = 32 * 2 ** 20

export interface ReceiverOptions {
  /** Without one, signatures are not verified. */
  readonly secret: string | undefined
  /** Prints a line of JSON per message instead of a summary with the message. */
  readonly json: boolean | undefined
  readonly print: (text: string) => void
}

/** Responds with 204 to valid messages and with 400 to others. */
export function createReceiver({ secret, json, print }: ReceiverOptions): Server {
  return createServer(async (request, response) => {
    const body = await readBody(request).catch(() => undefined)
    const headers = toTexts(request.headers)
    const problem = checkMessage(body, headers, secret)
    print(json ? formatLine(headers, body, problem) : formatMessage(headers, body, problem))
    response.writeHead(problem === undefined ? 204 : 400).end(problem)
  })
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) throw new Error('the message is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const toTexts = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** Why a message is invalid; undefined for a valid one. */
function checkMessage(
  body: string | undefined,
  headers: Readonly<Record<string, string>>,
  secret: string | undefined,
): string | undefined {
  if (body === undefined) return 'the body is too large or incomplete'
  if (!isRecord(parseJson(body))) return 'the body is no JSON object'
  return secret === undefined ? undefined : verifyWebhook(body, headers, secret)
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function formatLine(headers: Readonly<Record<string, string>>, body: string | undefined, problem: string | undefined) {
  const message = parseJson(body) ?? body ?? null
  return JSON.stringify({ id: headers['webhook-id'] ?? null, problem: problem ?? null, message })
}

function formatMessage(
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
  problem: string | undefined,
): string {
  const message = parseJson(body)
  const type = isRecord(message) && typeof message['type'] === 'string' ? message['type'] : 'unknown'
  const state = problem === undefined ? 'ok' : `rejected: ${problem}`
  const text = message === undefined ? (body ?? '') : JSON.stringify(message, null, 2)
  return `${type} ${headers['webhook-id'] ?? '(no webhook-id)'} ${state}\n${text}`
}
