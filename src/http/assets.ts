/** Files that pages are made of: compressed once, at addresses that change with what they hold. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { encodingOf } from './encoding.ts'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | ''
}

export interface Assets {
  /** Address of a file, from the root of the host. */
  readonly address: (name: string) => string
  /** Undefined for an address that is no file. */
  readonly find: (path: string, request: { method: string; headers: IncomingHttpHeaders }) => Answer | undefined
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=UTF-8',
  js: 'text/javascript; charset=UTF-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  json: 'application/json',
  txt: 'text/plain; charset=UTF-8',
}

const typeOf = (name: string): string => TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'

interface Forms {
  readonly hash: string
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
}

/** Files by name, each read when it is first asked for. */
export function createAssets(files: ReadonlyMap<string, () => Buffer>): Assets {
  const known = new Map<string, Forms>()
  const formsOf = (name: string): Forms | undefined => {
    const read = files.get(name)
    if (!read) return undefined
    const forms = known.get(name) ?? made(read())
    known.set(name, forms)
    return forms
  }
  return {
    address: (name) => `/assets/${name}?v=${formsOf(name)?.hash ?? ''}`,
    find: (path, { method, headers }) => {
      const isOpen = path === OPEN_FILE
      const name = isOpen ? path.slice(1) : path.startsWith('/assets/') ? path.slice('/assets/'.length) : undefined
      const forms = name === undefined ? undefined : formsOf(name)
      if (name === undefined || !forms) return undefined
      const etag = `"${forms.hash}"`
      const common = { ...(isOpen ? OPEN : LASTING), etag }
      if (headers['if-none-match']?.includes(etag)) return { status: 304, headers: common, body: '' }
      const encoding = encodingOf(headers['accept-encoding'])
      const body = forms[encoding ?? 'plain']
      const own = { 'content-type': typeOf(name), 'content-length': String(body.length) }
      const shown = { ...common, ...own, ...(encoding && { 'content-encoding': encoding }) }
      return { status: 200, headers: shown, body: method === 'HEAD' ? '' : body }
    },
  }
}

const made = (plain: Buffer): Forms => ({
  hash: createHash('sha256').update(plain).digest('base64url').slice(0, 10),
  plain,
  br: brotliCompressSync(plain),
  gzip: gzipSync(plain),
})

/** Frames in a sandbox have no origin of their own: to them these files are those of another site. */
const COMMON = {
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const

/** Other sites hold this address in their pages, so it cannot change with what lies there. */
const OPEN_FILE = '/embed.js'
const OPEN = {
  ...COMMON,
  'cache-control': 'public, max-age=600, stale-while-revalidate=86400',
} as const

/** Addresses name what they hold, so browsers need not ask again. */
const LASTING = {
  ...COMMON,
  'cache-control': 'public, max-age=31536000, immutable',
} as const
