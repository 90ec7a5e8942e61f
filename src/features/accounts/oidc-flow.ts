/**
 * State of a sign-in while the browser is at the provider: in a cookie, encrypted and authenticated with a key that is
 * derived from the client secret, so that every node can complete the sign-in and no other browser can.
 */
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { OidcRequest } from './oidc-client.ts'

export interface OidcFlow extends OidcRequest {
  /** Where the browser continues after the sign-in. */
  readonly returnUrl: string
  /** URL of the sign-in page that started it, in the language of the visitor. */
  readonly signInUrl: string
  /** Unix time. */
  readonly expires: number
}

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** `random` returns random bytes in hexadecimal. */
export function createFlowCipher(secret: string, random: (bytes: number) => string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'calends oidc flow', 32))
  return {
    encrypt: (flow: OidcFlow): string => {
      const iv = Buffer.from(random(IV_BYTES), 'hex')
      const cipher = createCipheriv(ALGORITHM, key, iv)
      const text = new URLSearchParams({ ...flow, expires: String(flow.expires) }).toString()
      const encrypted = Buffer.concat([cipher.update(text), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
    },
    /** Undefined for a flow that was not encrypted with this secret or has expired. `now` is Unix time. */
    decrypt: (sealed: string, now: number): OidcFlow | undefined => {
      const bytes = Buffer.from(sealed, 'base64url')
      const text = decryptText(key, bytes)
      const fields = new URLSearchParams(text)
      const read = (name: string) => fields.get(name) ?? ''
      const expires = Number(read('expires'))
      if (text === undefined || expires <= now) return undefined
      const request = { state: read('state'), nonce: read('nonce'), verifier: read('verifier') }
      return { ...request, returnUrl: read('returnUrl'), signInUrl: read('signInUrl'), expires }
    },
  }
}

function decryptText(key: Buffer, bytes: Buffer): string | undefined {
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
