/** Transferred bytes of a page, compressed as for any browser, without its images. */
import { get } from 'node:http'

export interface PageSize {
  readonly page: number
  /** Styles and scripts. */
  readonly files: number
  /** Loaded only when a map becomes visible. */
  readonly lazyFiles: number
}

export async function measurePageSize(address: string): Promise<PageSize> {
  const answer = await fetch(address, { headers: { accept: 'text/html' } })
  if (answer.status !== 200) throw new Error(`${answer.status} for ${address}`)
  const text = await answer.text()
  const sizeOf = async (pattern: RegExp) => {
    const names = new Set([...text.matchAll(pattern)].map(([, name = '']) => name))
    const sizes = await Promise.all([...names].map((name) => compressedSize(new URL(name, address))))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  return {
    page: await compressedSize(new URL(answer.url)),
    files: await sizeOf(/<(?:link rel="stylesheet" href|script type="module" src)="([^"]+)"/g),
    lazyFiles: await sizeOf(/ data-leaflet="([^"]+)"/g),
  }
}

function compressedSize(address: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip', accept: 'text/html' }
    const request = get(address, { headers }, (answer) => {
      if (answer.statusCode !== 200 || answer.headers['content-encoding'] !== 'gzip') {
        reject(new Error(`${answer.statusCode} ${answer.headers['content-encoding']} for ${address}`))
      }
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      answer.on('end', () => resolve(size))
    })
    request.on('error', reject)
  })
}
