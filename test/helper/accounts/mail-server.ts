/** An SMTP server that stores the mails it receives. */
import { createServer, type Socket } from 'node:net'

export interface MailServer {
  readonly url: string
  /** Complete messages with their headers, unfolded and decoded. */
  readonly mails: readonly string[]
  readonly close: () => Promise<void>
}

interface MailServerOptions {
  /** Answers every recipient with a failure. */
  readonly rejects?: boolean
  /** The answer to a recipient; undefined to accept it. */
  readonly answerRecipient?: (address: string) => string | undefined
}

export async function startMailServer({
  rejects = false,
  answerRecipient,
}: MailServerOptions = {}): Promise<MailServer> {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let [input, message]: [string, string[] | undefined] = ['', undefined]
    const reply = (line: string) => socket.write(`${line}\r\n`)
    const handleLine = (line: string) => {
      if (message) {
        if (line === '.') {
          mails.push(decode(message.join('\n')))
          message = undefined
          reply('250 stored')
        } else message.push(line.replace(/^\./, ''))
      } else if (/^EHLO/i.test(line)) reply('250 test')
      else if (/^RCPT/i.test(line))
        reply(rejects ? '550 unknown' : (answerRecipient?.(/<(.*)>/.exec(line)?.[1] ?? '') ?? '250 ok'))
      else if (/^DATA/i.test(line)) {
        message = []
        reply('354 go on')
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else reply('250 ok')
    }
    reply('220 test')
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      input += chunk.toString('utf8')
      const lines = input.split('\r\n')
      input = lines.pop() ?? ''
      for (const line of lines) handleLine(line)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Decodes quoted-printable and base64 bodies, and encoded words in headers. */
function decode(message: string): string {
  const [head = '', ...rest] = message.split('\n\n')
  const body = rest.join('\n\n')
  const headers = head
    .replace(/\n[ \t]+/g, ' ')
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?(Q|B)\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : decodeQuoted(text.replaceAll('_', ' ')),
    )
  const isBase64 = /transfer-encoding: base64/i.test(head)
  const isQuoted = /transfer-encoding: quoted-printable/i.test(head)
  const boundary = /boundary="([^"]+)"/i.exec(head)?.[1]
  if (boundary !== undefined) {
    const parts = body.split(`--${boundary}`).slice(1, -1)
    return [headers, ...parts.map((part) => decode(part.trim()))].join('\n\n')
  }
  const text = isBase64 ? Buffer.from(body, 'base64').toString() : isQuoted ? decodeQuoted(body) : body
  return `${headers}\n\n${text}`
}

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
