/** Users and sessions as the API returns them. */
import type { DateTime } from '../../base/time/date-time.ts'
import { listCapabilities, type User } from '../../kernel/user.ts'
import type { Passkey } from './passkey.ts'
import type { Session } from './session.ts'

/** UTC, `YYYY-MM-DDTHH:MM:SS`, the format of WordPress. */
export const isoTime = (time: DateTime): string => time.replace(' ', 'T')

export const presentUser = ({ id, login, name, email, role, isDisabled }: User) => ({
  ...{ id, login, name, email, role },
  disabled: isDisabled,
})

/** `currentId` is the session of the request. */
export const presentSession = (session: Session, currentId: number | undefined) => ({
  id: session.id,
  created: isoTime(session.created),
  last_used: isoTime(session.lastUsed),
  expires: isoTime(session.expires),
  ip: session.ip,
  user_agent: session.userAgent,
  is_current: session.id === currentId,
})

export const presentPasskey = ({ id, name, created, lastUsed }: Passkey) => ({
  id,
  name,
  created: isoTime(created),
  last_used: lastUsed === undefined ? null : isoTime(lastUsed),
})

/** The link is only returned when it could not be mailed. */
export const presentSentLink = ({
  url,
  expires,
}: {
  readonly url: string | undefined
  readonly expires: DateTime
}) => ({
  mailed: url === undefined,
  url: url ?? null,
  expires: isoTime(expires),
})

interface SignedInView {
  readonly user: User
  /** Undefined for users who authenticate each request with an application password. */
  readonly session: { readonly session: Session; readonly nonce: string } | undefined
}

/** The signed-in user with the nonce of the session. */
export const presentSignedIn = ({ user, session }: SignedInView) => ({
  user: presentUser(user),
  capabilities: listCapabilities(user),
  nonce: session ? session.nonce : null,
  session: session ? presentSession(session.session, session.session.id) : null,
})
