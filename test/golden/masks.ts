/** What the recording does not contain, because it differs between runs, machines or versions of Node. */

/** Headers by the reason why their value is not compared, only their presence. */
export const MASKED_HEADERS: Readonly<Record<string, string>> = {
  date: 'the real time, which Node adds',
  'server-timing': 'measured times',
}

/** Headers by the reason why they are not compared at all. */
export const IGNORED_HEADERS: Readonly<Record<string, string>> = {
  connection: 'depends on whether the client keeps the connection open',
  'keep-alive': 'as connection',
}

export interface PartMask {
  readonly reason: string
  readonly pattern: RegExp
  /** Replaces the part. */
  readonly mask: string
}

/** Parts of headers, which are matched as `name: value`. */
export const MASKED_HEADER_PARTS: readonly PartMask[] = [
  {
    reason: 'the signature depends on the hash of the password, which has a random salt',
    pattern: /^(set-cookie: calends_device_\d+=[\w.]+\.)[\w-]+/,
    mask: '$1*',
  },
]

/** Parts of bodies. */
export const MASKED_BODY_PARTS: readonly PartMask[] = [
  {
    reason: 'space on the disk of this machine, in the response of /readyz',
    pattern: /"(free|total)_bytes":\d+/g,
    mask: '"$1_bytes":0',
  },
  {
    reason: 'the version of the program, in the responses of /mcp and /readyz',
    pattern: /("serverInfo":\{[^{}]*"version":"|"status":"\w+","version":")[^"]*/,
    mask: '$1*',
  },
]

/** Length of a body in a header, which is not compared if it was compressed, or if a part of the body is masked. */
export const LENGTH_HEADER = 'content-length'

export const applyMasks = (text: string, masks: readonly PartMask[]): string =>
  masks.reduce((masked, { pattern, mask }) => masked.replace(pattern, mask), text)
