/** Settings of accounts and security; part of `SETTINGS`. */
import { resolve } from 'node:path'
import { isEmailAddress } from '../../base/text/email-address.ts'
import { type ConfigSetting, days, integer } from '../../http/settings/setting-types.ts'
import { isLongEnough, SHORTEST_PASSWORD } from '../../kernel/user.ts'

const isContactUrl = (text: string): boolean =>
  text.startsWith('mailto:')
    ? isEmailAddress(text.slice('mailto:'.length))
    : /^(?:https:\/\/\S+|tel:\+?[\d-]+)$/.test(text)

export const ACCOUNT_SETTINGS = {
  ADMIN_PASSWORD: {
    default: '',
    describe: `Password of the first administrator, at least ${SHORTEST_PASSWORD} characters; by default the service prints a link to create one in a browser`,
    expected: `at least ${SHORTEST_PASSWORD} characters`,
    parse: (password: string) => (password === '' || isLongEnough(password) ? password : undefined),
    secret: true,
  },
  ADMIN_PASSWORD_FILE: {
    default: '',
    describe: 'File with this password, such as a Docker secret, instead of ADMIN_PASSWORD',
    expected: 'a file that the service can read',
    parse: (file: string) => (file === '' ? '' : resolve(file)),
  },
  RATE_LIMIT_SIGN_IN: {
    default: '50',
    describe:
      'Failed sign-ins of a client in 15 minutes after which it gets 429, and in the same way wrong passwords of each protected record; 0 disables the limits',
    ...integer(0, 1_000_000),
  },
  HISTORY_KEEP: {
    default: '365d',
    describe: 'Days for which the history of changes and sign-ins, with IP addresses, is kept, or forever',
    ...days,
  },
  SECURITY_CONTACT: {
    default: '',
    describe:
      'Contact for security reports, shown in /.well-known/security.txt, as a mailto:, https: or tel: URL; by default the URL of the site',
    expected: 'a mailto:, https: or tel: URL',
    parse: (text: string) => (text === '' || isContactUrl(text) ? text : undefined),
  },
} as const satisfies Record<string, ConfigSetting<unknown>>
