import { isIPv6 } from 'node:net'

const HOST_AND_PORT = /^(\[[^\]]+\]|[^\s:[\]/?#@\\*]+)(?::(\d{1,5}))?$/

/** Parses a URL that may be fetched: http or https, any port, without user and password. `text` may be relative to `base`. */
export function parseFetchUrl(text: string, base?: URL): URL | undefined {
  if (!URL.canParse(text, base?.href)) return undefined
  const url = new URL(text, base)
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
  return isHttp && url.username === '' && url.password === '' ? url : undefined
}

/**
 * Normalizes `host` or `host:port` as in URLs: lower case, Punycode, canonical IP addresses, IPv6 in brackets. Undefined
 * for invalid hosts.
 */
export function normalizeHost(text: string): string | undefined {
  const [, host = '', port] = HOST_AND_PORT.exec(isIPv6(text) ? `[${text}]` : text) ?? []
  if (!URL.canParse(`http://${host}:${port ?? ''}`)) return undefined
  const { hostname } = new URL(`http://${host}`)
  return port === undefined ? hostname : `${hostname}:${Number(port)}`
}
