export interface SignInAttempt {
  readonly login: string
  readonly password: string
  /** IP address of the client. */
  readonly ip: string
}
