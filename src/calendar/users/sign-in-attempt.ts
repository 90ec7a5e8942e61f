import type { Channel } from '../../kernel/change-record.ts'

export interface SignInAttempt {
  readonly login: string
  readonly password: string
  /** IP address of the client. */
  readonly ip: string
  readonly channel: Channel
}
