/** Tables of users and of how they sign in. */
import type { ColumnType, Generated } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'

export interface UserTable {
  id: Generated<number>
  login: string
  login_folded: string
  email: string
  email_folded: string
  name: string
  role: string
  password_hash: string
  created_utc: DateTime
  /** Since when the user may not sign in; empty for active users. */
  disabled_utc: ColumnType<DateTime, DateTime | undefined, DateTime>
}

export interface ApplicationPasswordTable {
  id: Generated<number>
  user_id: number
  name: string
  /** SHA-256 of the secret in hex. Generated secrets need no slow hash. */
  digest: string
  created_utc: DateTime
  /** Id that the application chose; empty without one. */
  app_id: string
  /** Empty before the first use. */
  last_used_utc: DateTime
  last_ip: string
}

export interface SessionTable {
  id: Generated<number>
  user_id: number
  /** SHA-256 of the token in hex. */
  digest: string
  created_utc: DateTime
  /** Accurate to an hour. */
  last_used_utc: DateTime
  /** End of the session, unless it is used again. */
  expires_utc: DateTime
  /** IP address of the last recorded use. */
  ip: string
  user_agent: string
}

export interface PasskeyTable {
  id: Generated<number>
  user_id: number
  /** Base64url, like `public_key`. */
  credential_id: string
  /** COSE key. */
  public_key: string
  /** Signature counter; 0 for authenticators without one. */
  counter: number
  /** Separated by commas. */
  transports: string
  name: string
  created_utc: DateTime
  /** Empty before the first sign-in. */
  last_used_utc: DateTime
}
