/** Transferred bytes of a page, compressed as for any browser, without its images. */
import { get } from 'node:http'

export interface PageSize {
  readonly page: number
  /** Styles and scripts. */
  readonly files: number
  readonly scripts: number
  /** Loaded only when a map becomes visible. */
  readonly lazyFiles: number
}

export async function measurePageSize(url: string): Promise<PageSize> {
  const response = await fetch(url, { headers: { accept: 'text/html' } })
  if (response.status !== 200) throw new Error(`${response.status} for ${url}`)
  const text = await response.text()
  const measureFiles = async (pattern: RegExp) => {
    const names = new Set([...text.matchAll(pattern)].map(([, name = '']) => name))
    const sizes = await Promise.all([...names].map((name) => compressedSize(new URL(name, url))))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  return {
    page: await compressedSize(new URL(response.url)),
    files: await measureFiles(/<(?:link rel="stylesheet" href|script type="module" src)="([^"]+)"/g),
    scripts: await measureFiles(/<script type="module" src="([^"]+)"/g),
    lazyFiles: await measureFiles(/ data-leaflet="([^"]+)"/g),
  }
}

function compressedSize(url: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip', accept: 'text/html' }
    const request = get(url, { headers }, (response) => {
      if (response.statusCode !== 200 || response.headers['content-encoding'] !== 'gzip') {
        reject(new Error(`${response.statusCode} ${response.headers['content-encoding']} for ${url}`))
      }
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      response.on('end', () => resolve(size))
    })
    request.on('error', reject)
  })
}
