/** Sends mail by SMTP. */

export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

export interface Mailer {
  /** Rejects when the server does not accept the mail within 20 seconds. */
  readonly send: (mail: Mail) => Promise<void>
}

interface MailerOptions {
  /** `smtp:` or `smtps:`. */
  readonly url: string
  /** Address of the sender. */
  readonly from: string
}

const TIMEOUT_MILLISECONDS = 20_000

/** Loads the SMTP client on first use, because most processes never send mail. */
export function createMailer({ url, from }: MailerOptions): Mailer {
  return {
    send: async (mail) => {
      const { createTransport } = await import('nodemailer')
      const timeouts = { connectionTimeout: TIMEOUT_MILLISECONDS, greetingTimeout: TIMEOUT_MILLISECONDS }
      const transport = createTransport({ url, ...timeouts, socketTimeout: TIMEOUT_MILLISECONDS }, { from })
      try {
        await transport.sendMail({ ...mail, headers: { 'Auto-Submitted': 'auto-generated' } })
      } finally {
        transport.close()
      }
    },
  }
}
