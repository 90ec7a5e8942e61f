/** Limits of accounts, sign-ins, mails to visitors and their submissions. */

import { MAX_EMAIL_LENGTH } from '../../src/base/text/email-address.ts'
import { MAX_LOGIN_LENGTH, MAX_PASSWORD_LENGTH, MAX_USER_NAME_LENGTH } from '../../src/calendar/users/account-fields.ts'
import { MAX_FREE_FAILURES, MAX_WAITING_SIGN_INS } from '../../src/calendar/users/account-sign-in.ts'
import { MAX_APPLICATION_NAME_LENGTH } from '../../src/calendar/users/application-password-fields.ts'
import { MAX_WAITING_HASHES } from '../../src/calendar/users/password-hash.ts'
import { MAX_RESET_MAILS } from '../../src/features/accounts/account-links.ts'
import { MAX_REQUESTED_NAME_LENGTH } from '../../src/features/accounts/app-authorization.ts'
import {
  MAX_CREDENTIAL_ID_LENGTH,
  MAX_CREDENTIAL_VALUE_LENGTH,
  MAX_PASSKEY_NAME_LENGTH,
} from '../../src/features/accounts/passkey-fields.ts'
import { MAX_WRONG_CODES } from '../../src/features/accounts/second-factor.ts'
import { MAX_SCOPE_LENGTH } from '../../src/features/digests/digest-scope.ts'
import { MAX_DIGEST_MAILS, MAX_DIGEST_REQUESTS } from '../../src/features/digests/subscriptions.ts'
import { MAX_FORM_SECONDS } from '../../src/features/submissions/form-token.ts'
import { TEXT_LIMITS } from '../../src/features/submissions/submission-form.ts'
import {
  MAX_ADDRESS_SUBMISSIONS,
  MAX_CLIENT_EDITS,
  MAX_CLIENT_SUBMISSIONS,
  MAX_SUBMISSIONS,
} from '../../src/features/submissions/submission-limits.ts'
import { coveredBy, fill, type Limit, rejectField, type Trial } from './limit.ts'

const USER = { login: 'limit', email: 'limit@example.org', role: 'author', password: 'correct horse' }

/** Labels of a host name have at most 63 characters. */
const createAddress = (length: number): string => {
  const host = `@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example`
  return `${fill(length - host.length)}${host}`
}

/** A sign-in with an unknown passkey, which fails in another way if its values are accepted. */
function createCredentialTrial(
  create: (value: string) => { readonly id?: string; readonly signature?: string },
): Trial {
  return async (service, length) => {
    const { id = 'x', signature = 'x' } = create(fill(length))
    const response = { clientDataJSON: 'x', authenticatorData: 'x', signature, userHandle: 'x' }
    const json = { credential: { type: 'public-key', id, response } }
    return (await service.send('POST', '/session/passkey', { json })).json.code === 'rest_invalid_param'
  }
}

const PASSKEY_TEST = coveredBy('http/accounts/passkeys', 'Users rename and delete their own passkeys')
const AUTHORIZE_TEST = coveredBy('http/access/authorize', 'An application name that cannot be displayed')
/** Fields of the form with this limit. */
const listTexts = (max: number): string =>
  Object.entries(TEXT_LIMITS)
    .flatMap(([name, limit]) => (limit === max ? [`\`${name}\``] : []))
    .join(', ')

const SUBMISSION_TEST = coveredBy('http/submissions/submit', 'Each text has a limit of characters')

export const ACCOUNT_LIMITS: readonly Limit[] = [
  {
    ...{ name: 'Login', max: MAX_LOGIN_LENGTH, unit: 'characters' },
    ...rejectField('/users', 'login', fill, { ...USER, email: 'login@example.org' }),
  },
  {
    ...{ name: 'Name of a user', max: MAX_USER_NAME_LENGTH, unit: 'characters' },
    ...rejectField('/users', 'name', fill, { ...USER, login: 'name', email: 'name@example.org' }),
  },
  {
    ...{ name: 'Email address', max: MAX_EMAIL_LENGTH, unit: 'characters' },
    ...rejectField('/users', 'email', createAddress, { ...USER, login: 'email' }),
  },
  {
    ...{ name: 'Password', max: MAX_PASSWORD_LENGTH, unit: 'characters' },
    ...rejectField('/users', 'password', fill, { ...USER, login: 'password', email: 'password@example.org' }),
  },
  {
    ...{ name: 'Name of an application password', max: MAX_APPLICATION_NAME_LENGTH, unit: 'characters' },
    ...rejectField('/users/me/application-passwords', 'name', fill),
  },
  {
    ...{ name: 'Name of a program that requests one', max: MAX_REQUESTED_NAME_LENGTH, unit: 'characters' },
    ...{ beyond: { effect: 'the page shows an error' }, trial: AUTHORIZE_TEST },
  },
  {
    ...{ name: 'Name of a passkey', max: MAX_PASSKEY_NAME_LENGTH, unit: 'characters' },
    ...{ beyond: { error: 'rest_invalid_param', field: 'name' }, trial: PASSKEY_TEST },
  },
  {
    ...{ name: 'ID of a passkey', max: MAX_CREDENTIAL_ID_LENGTH, unit: 'characters' },
    ...{ beyond: { error: 'rest_invalid_param' }, trial: createCredentialTrial((id) => ({ id })) },
  },
  {
    ...{ name: 'Signature and other values of a passkey', max: MAX_CREDENTIAL_VALUE_LENGTH, unit: 'characters' },
    ...{ beyond: { error: 'rest_invalid_param' }, trial: createCredentialTrial((signature) => ({ signature })) },
  },
  {
    ...{ name: 'Failures with application passwords', max: 'RATE_LIMIT_SIGN_IN', unit: 'of a client in 15 minutes' },
    beyond: { error: 'too_many_sign_ins' },
    trial: coveredBy('http/access/sign-in', 'A client with too many failures gets 429 for wrong credentials'),
  },
  {
    ...{ name: 'Failures with one account', max: MAX_FREE_FAILURES, unit: 'of a client, then each waits' },
    beyond: { error: 'too_many_sign_ins' },
    trial: coveredBy(
      'http/access/account-sign-in',
      'After five failures each further failure doubles the waiting time',
    ),
  },
  {
    ...{ name: 'Wrong passwords of a record', max: 'RATE_LIMIT_SIGN_IN', unit: 'of a client in 15 minutes' },
    beyond: { error: 'too_many_password_attempts' },
    trial: coveredBy('http/access/record-passwords', 'A 429 contains the code and the time of the next attempt'),
  },
  {
    ...{ name: 'Wrong codes of an authenticator app', max: MAX_WRONG_CODES, unit: 'for a user in 15 minutes' },
    beyond: { error: 'too_many_sign_ins' },
    trial: coveredBy('http/accounts/totp', 'Wrong codes are limited per user, from any client'),
  },
  {
    ...{ name: 'Waiting sign-ins', max: MAX_WAITING_HASHES, unit: '' },
    beyond: { error: 'sign_ins_busy' },
    trial: coveredBy('http/access/account-sign-in', 'Sign-ins beyond the limit of concurrent checks are rejected'),
  },
  {
    ...{ name: 'Waiting sign-ins of a client', max: MAX_WAITING_SIGN_INS, unit: '' },
    beyond: { error: 'sign_ins_busy' },
    trial: coveredBy('http/access/account-sign-in', 'Concurrent sign-ins of one client are rejected at once'),
  },
  {
    ...{ name: 'Mails with a reset link', max: MAX_RESET_MAILS, unit: 'to a user in 15 minutes' },
    beyond: { effect: 'no mail' },
    trial: coveredBy(
      'http/accounts/account-links',
      'A requested reset is mailed to existing users only, at most three',
    ),
  },
  {
    ...{ name: 'Requests of a digest', max: MAX_DIGEST_REQUESTS, unit: 'of a client in 15 minutes' },
    beyond: { error: 'too_many_requests' },
    trial: coveredBy('http/digests/subscribe', 'A client is limited to 30 requests in 15 minutes'),
  },
  {
    ...{ name: 'Mails about such requests', max: MAX_DIGEST_MAILS, unit: 'to an address in a day' },
    beyond: { effect: 'no mail' },
    trial: coveredBy('http/digests/subscribe', 'An address gets at most five mails of requests in a day'),
  },
  {
    ...{ name: 'Filters of a digest', max: MAX_SCOPE_LENGTH, unit: 'characters' },
    beyond: { effect: '400, the page shows an error' },
    trial: coveredBy('http/digests/subscribe', 'The scope has the filters of the page, and is checked'),
  },
  {
    ...{ name: 'Submissions of a client', max: MAX_CLIENT_SUBMISSIONS, unit: 'in 15 minutes' },
    beyond: { error: 'too_many_requests' },
    trial: coveredBy('http/submissions/submit', 'A client can submit five events in 15 minutes'),
  },
  {
    ...{ name: 'Submissions of an email address', max: MAX_ADDRESS_SUBMISSIONS, unit: 'in 15 minutes' },
    beyond: { error: 'too_many_requests' },
    trial: coveredBy('http/submissions/submit', 'Submissions of one address, and of all, are limited'),
  },
  {
    ...{ name: 'All submissions', max: MAX_SUBMISSIONS, unit: 'in 15 minutes' },
    beyond: { error: 'too_many_requests' },
    trial: coveredBy('http/submissions/submit', 'Submissions of one address, and of all, are limited'),
  },
  {
    ...{ name: 'Changes of submissions by a client', max: MAX_CLIENT_EDITS, unit: 'in 15 minutes' },
    beyond: { error: 'too_many_requests' },
    trial: coveredBy('http/submissions/submit', 'Concurrent submissions and changes do not exceed the limits'),
  },
  {
    ...{ name: 'Time to fill in the form, at least 3 seconds', max: MAX_FORM_SECONDS / 3600, unit: 'hours' },
    beyond: { effect: '400, the page shows an error' },
    trial: coveredBy('http/submissions/submit', 'Forms that programs fill in are not accepted'),
  },
  ...[...new Set(Object.values(TEXT_LIMITS))].map(
    (max): Limit => ({
      ...{ name: `Submission: ${listTexts(max)}`, max, unit: 'characters' },
      ...{ beyond: { effect: '400, the page shows an error' }, trial: SUBMISSION_TEST },
    }),
  ),
]
