/** Options and verification of passkeys. The package is loaded with the first passkey. */
import { createUserHandle, type PasskeyCredential } from '../../calendar/users/passkey.ts'
import { CHALLENGE_SECONDS } from '../../http/request/cookies.ts'
import type { User } from '../../kernel/user.ts'
import type { PasskeyAssertion, PasskeyRegistration } from './passkey-fields.ts'

const loadPackage = () => import('@simplewebauthn/server')
const loadConverters = () => import('@simplewebauthn/server/helpers')

/** The relying party: the host and origin of the site. */
const createRelyingParty = (site: string) => {
  const { hostname, origin } = new URL(site)
  return { id: hostname, origin }
}

const TIMEOUT_MS = CHALLENGE_SECONDS * 1000

export interface OptionsRequest {
  /** URL of the site. */
  readonly site: string
  readonly challenge: Buffer
}

/** Options for `navigator.credentials.create`, in JSON form. */
export async function createRegistrationOptions(
  { site, challenge }: OptionsRequest,
  user: User,
  siteName: string,
  existing: readonly PasskeyCredential[],
) {
  const { generateRegistrationOptions } = await loadPackage()
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: createRelyingParty(site).id,
    userID: new Uint8Array(createUserHandle(user.id)),
    userName: user.login,
    userDisplayName: user.name,
    challenge: new Uint8Array(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    // The passkey replaces name, password and code: it is found without a name and verifies the user.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  // The types of the package allow only transports of today.
  const excludeCredentials = existing.map(({ credentialId, transports }) => ({
    id: credentialId,
    type: 'public-key',
    ...(transports.length > 0 && { transports }),
  }))
  return { ...options, excludeCredentials }
}

/** Options for `navigator.credentials.get`, in JSON form. They name no passkeys, so that they reveal no users. */
export async function createSignInOptions({ site, challenge }: OptionsRequest) {
  const { generateAuthenticationOptions } = await loadPackage()
  return generateAuthenticationOptions({
    rpID: createRelyingParty(site).id,
    challenge: new Uint8Array(challenge),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  })
}

/** The new passkey; undefined when the response does not answer the challenge. */
export async function verifyRegistration(
  { site, challenge }: OptionsRequest,
  { id, clientDataJSON, attestationObject, transports }: PasskeyRegistration,
): Promise<PasskeyCredential | undefined> {
  const [{ verifyRegistrationResponse }, { isoBase64URL }] = await Promise.all([loadPackage(), loadConverters()])
  const { id: expectedRPID, origin: expectedOrigin } = createRelyingParty(site)
  try {
    if (await hasCertificates(attestationObject)) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin,
      expectedRPID,
    })
    if (!verified || registrationInfo.credential.id !== id) return undefined
    const { publicKey, counter } = registrationInfo.credential
    return { credentialId: id, publicKey: isoBase64URL.fromBuffer(publicKey), counter, transports }
  } catch {
    // The package throws plain errors for every invalid response.
    return undefined
  }
}

/**
 * Whether the response contains certificates about the model of the authenticator. They are not requested, browsers
 * remove them, and verifying them could cause requests to URLs in them.
 */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await loadConverters()
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = attestation.get('fmt')
  if (format === 'none') return false
  return format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined
}

/** The new signature counter; undefined when the response does not answer the challenge or its counter is not new. */
export async function verifyAssertion(
  { site, challenge }: OptionsRequest,
  { id, userHandle, ...signed }: PasskeyAssertion,
  { publicKey, counter }: PasskeyCredential,
): Promise<number | undefined> {
  const [{ verifyAuthenticationResponse }, { isoBase64URL }] = await Promise.all([loadPackage(), loadConverters()])
  const { id: expectedRPID, origin: expectedOrigin } = createRelyingParty(site)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { ...signed, userHandle },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin,
      expectedRPID,
      credential: { id, publicKey: isoBase64URL.toBuffer(publicKey), counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}
