/** An authenticator for passkeys in software, with ES256 keys. Credentials have the JSON form. */
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import type { Json } from '../service.ts'
import { ATTESTATION_CERTIFICATE } from './attestation-certificate.ts'

export interface AuthenticatorOptions {
  /** By default that of the options. */
  readonly origin: string
  readonly rpId?: string
  readonly challenge?: string
  readonly counter?: number
  readonly isUserVerified?: boolean
  readonly userHandle?: string
}

/** Signer of the attestation: none, the new key, or the model of the authenticator with its certificate. */
export type Attestation = 'none' | 'self' | 'certificate'

export interface SoftwarePasskey {
  readonly id: string
  readonly userHandle: string
  readonly privateKey: KeyObject
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const ATTESTED_DATA = 64
const EMPTY_MAP = Buffer.from([0xa0])

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** CBOR (RFC 8949): the length of a text (major type 3) or byte string (2). */
function createHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
const encodeText = (text: string): Buffer => Buffer.concat([createHead(3, Buffer.byteLength(text)), Buffer.from(text)])
const encodeBytes = (bytes: Buffer): Buffer => Buffer.concat([createHead(2, bytes.length), bytes])

function createAuthenticatorData(rpId: string, { counter = 0, isUserVerified = true }: Partial<AuthenticatorOptions>) {
  const flags = USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return { flags, count, rpIdHash: sha256(rpId) }
}

const createClientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** COSE key (RFC 9053): EC2, ES256, P-256. */
function encodePublicKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]),
    encodeBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    encodeBytes(Buffer.from(y, 'base64url')),
  ])
}

/** The statement of the format `packed` (WebAuthn section 8.2). */
function createStatement(signed: Buffer, attestation: 'self' | 'certificate', privateKey: KeyObject): Buffer {
  const { key, cert } = ATTESTATION_CERTIFICATE
  const hasCertificate = attestation === 'certificate'
  return Buffer.concat([
    Buffer.from([hasCertificate ? 0xa3 : 0xa2]),
    ...[encodeText('alg'), Buffer.from([0x26])],
    ...[encodeText('sig'), encodeBytes(sign('sha256', signed, hasCertificate ? createPrivateKey(key) : privateKey))],
    ...(hasCertificate ? [encodeText('x5c'), Buffer.from([0x81]), encodeBytes(new X509Certificate(cert).raw)] : []),
  ])
}

/** Answers the options of a registration: the credential for the service, and the passkey for sign-ins. */
export function registerPasskey(
  options: Json,
  { origin, ...changes }: AuthenticatorOptions,
  attestation: Attestation = 'none',
): { readonly credential: Json; readonly passkey: SoftwarePasskey } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const { flags, count, rpIdHash } = createAuthenticatorData(changes.rpId ?? options.rp.id, changes)
  const authData = Buffer.concat([
    rpIdHash,
    Buffer.from([flags | ATTESTED_DATA]),
    count,
    Buffer.alloc(16),
    Buffer.from([0, credentialId.length]),
    credentialId,
    encodePublicKey(publicKey),
  ])
  const clientData = createClientData('webauthn.create', changes.challenge ?? options.challenge, origin)
  const signed = Buffer.concat([authData, sha256(clientData)])
  const [format, statement] =
    attestation === 'none' ? ['none', EMPTY_MAP] : ['packed', createStatement(signed, attestation, privateKey)]
  const attestationObject = Buffer.concat([
    Buffer.from([0xa3]),
    ...[encodeText('fmt'), encodeText(format), encodeText('attStmt'), statement],
    ...[encodeText('authData'), encodeBytes(authData)],
  ])
  const id = credentialId.toString('base64url')
  return {
    credential: {
      id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    },
    passkey: { id, userHandle: options.user.id, privateKey },
  }
}

/** Answers the options of a sign-in. */
export function signWithPasskey(
  { id, userHandle, privateKey }: SoftwarePasskey,
  options: Json,
  { origin, ...changes }: AuthenticatorOptions,
): Json {
  const { flags, count, rpIdHash } = createAuthenticatorData(changes.rpId ?? options.rpId, changes)
  const authenticatorData = Buffer.concat([rpIdHash, Buffer.from([flags]), count])
  const clientData = createClientData('webauthn.get', changes.challenge ?? options.challenge, origin)
  const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
  return {
    id,
    type: 'public-key',
    response: {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: changes.userHandle ?? userHandle,
    },
  }
}
