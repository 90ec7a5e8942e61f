/** Pictures for tests, drawn when asked for. */
import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

/** Of one colour, unlike any other. */
export function picture(width: number, height: number, format: PictureFormat = 'jpeg'): Promise<Buffer> {
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .toFormat(format)
    .toBuffer()
}

export interface PictureServer {
  /** `127.0.0.1:port`, as IMAGE_FETCH_ALLOW takes it. */
  readonly host: string
  /** Paths asked for, in order. */
  readonly asked: readonly string[]
  readonly close: () => Promise<void>
}

/** A server of the outside world, on loopback. */
export async function servePictures(answer: RequestListener): Promise<PictureServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
