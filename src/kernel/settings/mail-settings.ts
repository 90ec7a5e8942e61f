/** Settings of mails; part of `SETTINGS`. */
import { isEmailAddress } from '../../base/text/email-address.ts'

export const MAIL_SETTINGS = {
  SMTP_URL: {
    default: '',
    essential: true,
    describe:
      'Mail server, as smtp://USER:PASSWORD@HOST:PORT (STARTTLS if offered) or smtps:// (TLS); without one, administrators get the links of invitations, and there are no digests',
    expected: 'an smtp or smtps URL',
    parse: (text: string) => (text === '' || (/^smtps?:\/\/./.test(text) && URL.canParse(text)) ? text : undefined),
    secret: true,
  },
  MAIL_FROM: {
    default: '',
    describe: 'Sender of mails; by default calends at the host of PUBLIC_URL',
    expected: 'an email address',
    parse: (text: string) => (text === '' || isEmailAddress(text) ? text : undefined),
  },
} as const
