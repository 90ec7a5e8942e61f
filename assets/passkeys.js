/** Creates and uses passkeys (WebAuthn). Options and results have the JSON form, in which binary values are base64url. */

/** @type {(text: string) => Uint8Array<ArrayBuffer>} */
const decode = (text) => {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0))
}

/** @type {(buffer: ArrayBuffer) => string} */
const encode = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** @type {(credentials?: { id: string, type: 'public-key', transports?: AuthenticatorTransport[] }[]) => PublicKeyCredentialDescriptor[]} */
const decodeCredentials = (credentials = []) => credentials.map((one) => ({ ...one, id: decode(one.id) }))

/** @type {(credential: Credential | null) => PublicKeyCredential} */
function requireCredential(credential) {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no passkey', 'NotAllowedError')
  return credential
}

/**
 * Creates a passkey. Throws a `DOMException` when the user cancels.
 * @param {any} options
 */
export async function createPasskey(options) {
  const { challenge, user, excludeCredentials, ...others } = options
  const credential = requireCredential(
    await navigator.credentials.create({
      publicKey: {
        ...others,
        challenge: decode(challenge),
        user: { ...user, id: decode(user.id) },
        excludeCredentials: decodeCredentials(excludeCredentials),
      },
    }),
  )
  const response = /** @type {AuthenticatorAttestationResponse} */ (credential.response)
  return {
    id: credential.id,
    type: credential.type,
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      attestationObject: encode(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  }
}

/**
 * Signs a challenge with a passkey that the user selects. Throws a `DOMException` when the user cancels.
 * @param {any} options
 */
export async function usePasskey(options) {
  const { challenge, allowCredentials, ...others } = options
  const credential = requireCredential(
    await navigator.credentials.get({
      publicKey: { ...others, challenge: decode(challenge), allowCredentials: decodeCredentials(allowCredentials) },
    }),
  )
  const response = /** @type {AuthenticatorAssertionResponse} */ (credential.response)
  return {
    id: credential.id,
    type: credential.type,
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      authenticatorData: encode(response.authenticatorData),
      signature: encode(response.signature),
      ...(response.userHandle && { userHandle: encode(response.userHandle) }),
    },
  }
}
