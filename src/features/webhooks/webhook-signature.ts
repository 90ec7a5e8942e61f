/** Signatures of webhooks (standardwebhooks.com). */
import { Webhook } from 'standardwebhooks'

export interface SignedMessage {
  /** Unique identifier, equal for all attempts. */
  readonly id: string
  /** Time of the attempt, in seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/** The headers of a message; one signature per secret. */
export function createWebhookHeaders(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, new Date(timestamp * 1000), body))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

/** Whether a request was signed with the secret within the last five minutes. Returns the reason if it was not. */
export function verifyWebhook(
  body: string,
  headers: Readonly<Record<string, string>>,
  secret: string,
): string | undefined {
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
