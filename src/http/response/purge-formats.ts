/** Formats of surrogate keys in responses, and of purge requests, for each kind of shared cache. */

export interface PurgeRequest {
  readonly method: 'POST' | 'PURGE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface PurgeFormat {
  /** Response header with the keys, in lower case. */
  readonly header: string
  readonly separator: string
  /** Maximum number of keys in a purge. */
  readonly maxKeys: number
  readonly createRequest: (keys: readonly string[]) => PurgeRequest
}

export const PURGE_FORMATS = {
  /** Varnish with vmod_xkey and the VCL in deploy/cluster. */
  xkey: {
    header: 'xkey',
    separator: ' ',
    maxKeys: 200,
    createRequest: (keys) => ({ method: 'PURGE', headers: { 'xkey-purge': keys.join(' ') } }),
  },
  /** Fastly, and caches with the same interface. Purged responses may still be served while the service is down. */
  'surrogate-key': {
    header: 'surrogate-key',
    separator: ' ',
    maxKeys: 200,
    createRequest: (keys) => ({
      method: 'POST',
      headers: { 'surrogate-key': keys.join(' '), 'fastly-soft-purge': '1' },
    }),
  },
  /** Cloudflare, and caches with the same interface. */
  tags: {
    header: 'cache-tag',
    separator: ',',
    maxKeys: 30,
    createRequest: (keys) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tags: keys }),
    }),
  },
} as const satisfies Record<string, PurgeFormat>

export type PurgeFormatName = keyof typeof PURGE_FORMATS
