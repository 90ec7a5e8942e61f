import type { Channel } from '../../domain/history/history.ts'

export interface SignInAttempt {
  readonly login: string
  readonly password: string
  /** IP address of the client. */
  readonly ip: string
  readonly channel: Channel
}
