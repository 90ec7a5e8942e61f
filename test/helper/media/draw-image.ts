/** Images for tests, created on demand. */
import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

/** An image of one color, different for each image. */
export function createImage(width: number, height: number, format: ImageFormat = 'jpeg'): Promise<Buffer> {
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .toFormat(format)
    .toBuffer()
}

export interface ImageServer {
  /** `127.0.0.1:port`, as for IMAGE_FETCH_ALLOW. */
  readonly host: string
  /** Requested paths, in order. */
  readonly requestedPaths: readonly string[]
  readonly close: () => Promise<void>
}

/** A third-party server, on loopback. */
export async function startImageServer(handler: RequestListener): Promise<ImageServer> {
  const requestedPaths: string[] = []
  const server = createServer((request, response) => {
    requestedPaths.push(request.url ?? '')
    handler(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    requestedPaths,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
