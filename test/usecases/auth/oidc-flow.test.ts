import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createFlowCipher } from '../../../src/usecases/accounts/oidc-flow.ts'

const random = (bytes: number) => randomBytes(bytes).toString('hex')
const URLS = { returnUrl: 'https://x.example/ä?a=1&b=2', signInUrl: 'https://x.example/sign-in' }
const FLOW = { state: 's', nonce: 'n', verifier: 'v', ...URLS, expires: 100 }

test('A flow that one node has encrypted is decrypted by another with the same secret until it expires', () => {
  const sealed = createFlowCipher('secret', random).encrypt(FLOW)
  const other = createFlowCipher('secret', random)
  assert.deepEqual(other.decrypt(sealed, 99), FLOW)
  assert.equal(other.decrypt(sealed, 100), undefined)
  assert.notEqual(other.encrypt(FLOW), sealed)
})

test('A flow that was changed, truncated or encrypted with another secret is not decrypted', () => {
  const cipher = createFlowCipher('secret', random)
  const sealed = cipher.encrypt(FLOW)
  assert.equal(createFlowCipher('Secret', random).decrypt(sealed, 0), undefined)
  for (const length of [0, 1, 37, 38, sealed.length - 2])
    assert.equal(cipher.decrypt(sealed.slice(0, length), 0), undefined)
  for (let index = 0; index < sealed.length - 1; index += 7) {
    const changed = sealed.slice(0, index) + (sealed[index] === 'A' ? 'B' : 'A') + sealed.slice(index + 1)
    assert.equal(cipher.decrypt(changed, 0), undefined, String(index))
  }
})
