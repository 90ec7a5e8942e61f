import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseMappedRole, parseClaims, parseRoleRules } from '../../src/features/accounts/oidc-claims.ts'
import { resolveOwnUrl } from '../../src/kernel/own-url.ts'
import { HOSTILE_ADDRESSES } from '../helper/accounts/hostile-addresses.ts'

const ISSUER = 'https://id.example'

test('Role rules are parsed from the last equals sign, and an unknown role or an empty value is invalid', () => {
  assert.deepEqual(parseRoleRules('a b=editor, cn=x=author,'), [
    { value: 'a b', role: 'editor' },
    { value: 'cn=x', role: 'author' },
  ])
  assert.deepEqual(parseRoleRules(''), [])
  for (const text of ['a', 'a=', '=editor', 'a=Editor', 'editor']) assert.equal(parseRoleRules(text), undefined, text)
})

test('The highest role of all values applies, in any order', () => {
  const rules = parseRoleRules('a=author,b=administrator,c=editor') ?? []
  assert.equal(chooseMappedRole(rules, ['a', 'c', 'b']), 'administrator')
  assert.equal(chooseMappedRole(rules, ['c', 'a']), 'editor')
  assert.equal(chooseMappedRole(rules, ['A', '']), undefined)
})

test('The claim with roles is found by its whole name, or as a nested one', () => {
  const groups = (claims: Readonly<Record<string, unknown>>, name: string) =>
    parseClaims({ iss: ISSUER, sub: '1', ...claims }, name)?.groups
  assert.deepEqual(groups({ 'https://x.example/roles': ['a'] }, 'https://x.example/roles'), ['a'])
  assert.deepEqual(groups({ realm_access: { roles: ['a', 1, 'b', null] } }, 'realm_access.roles'), ['a', 'b'])
  assert.deepEqual(groups({ groups: 'a' }, 'groups'), ['a'])
  for (const claims of [{}, { groups: null }, { groups: { a: 'a' } }]) assert.deepEqual(groups(claims, 'groups'), [])
  for (const name of ['constructor.name', '__proto__.x', 'groups.length'])
    assert.deepEqual(groups({ groups: 'a' }, name), [])
})

test('Claims without a valid issuer and subject are rejected, and other values that cannot be stored are ignored', () => {
  for (const sub of [undefined, '', 1, 'a\0', 'é', 'x'.repeat(256)])
    assert.equal(parseClaims({ iss: ISSUER, sub }, ''), undefined)
  for (const iss of [undefined, 1, '', 'issuer']) assert.equal(parseClaims({ iss, sub: 'S' }, ''), undefined)
  const claims = {
    iss: ISSUER,
    sub: 'S',
    email: 'x',
    email_verified: true,
    name: 'a\0',
    preferred_username: '<b>@x.test',
  }
  const nothing = { email: undefined, name: undefined, logins: [], groups: [] }
  assert.deepEqual(parseClaims(claims, 'groups'), { issuer: ISSUER, subject: 'S', ...nothing })
})

test('Logins of new users are names without a domain, and come only from a verified email address', () => {
  const claims = { iss: ISSUER, sub: 'S', email: 'ann.b@x.test', preferred_username: 'Ann@y.test' }
  assert.deepEqual(parseClaims(claims, '')?.logins, ['Ann'])
  assert.deepEqual(parseClaims({ ...claims, email_verified: true }, '')?.logins, ['Ann', 'ann.b'])
})

test('A verified email address that mail programs read as another one is ignored', () => {
  for (const email of HOSTILE_ADDRESSES) {
    const claims = { iss: ISSUER, sub: 'S', email, email_verified: true }
    assert.deepEqual([parseClaims(claims, '')?.email, parseClaims(claims, '')?.logins], [undefined, []], email)
  }
})

test('Only paths of the site are resolved to URLs', () => {
  const site = 'https://x.example/cal'
  assert.equal(resolveOwnUrl('/cal/events/?a=b#c', site), 'https://x.example/cal/events/?a=b#c')
  assert.equal(resolveOwnUrl('/cal', site), 'https://x.example/cal')
  assert.equal(resolveOwnUrl('/', 'https://x.example'), 'https://x.example/')
  const others = [
    '/other',
    '/calendar',
    '/cal/../other',
    '//evil.example/cal/',
    '/\\evil.example/cal',
    '/\t/evil.example',
  ]
  for (const path of [...others, 'https://x.example/cal/', 'cal/', '', undefined, ['/cal'], `/cal/${'a'.repeat(1000)}`])
    assert.equal(resolveOwnUrl(path, site), undefined, String(path))
})
