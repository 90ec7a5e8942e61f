import { defineFeature } from '../../http/feature.ts'
import { findAccountRoute } from './pages/serve-account-pages.ts'
import { findAuthorizationRoute } from './pages/serve-authorization.ts'
import { findOidcRoute } from './pages/serve-oidc.ts'
import { accountLinkRoutes } from './routes/account-links.ts'
import { passkeyRoutes } from './routes/passkeys.ts'
import { sessionRoute } from './routes/session.ts'
import { totpRoutes } from './routes/totp.ts'
import { userSessionRoutes } from './routes/user-sessions.ts'
import { userRoutes } from './routes/users.ts'
import { createAccountSchemas } from './schemas.ts'

/** Sign-in with sessions, passkeys, one-time codes and OpenID Connect, and the administration of users. */
export const accounts = defineFeature({
  name: 'accounts',
  routes: [
    {
      position: 40,
      routes: [
        sessionRoute,
        ...userRoutes,
        ...accountLinkRoutes,
        ...userSessionRoutes,
        ...totpRoutes,
        ...passkeyRoutes,
      ],
    },
  ],
  schemas: [{ position: 60, create: createAccountSchemas }],
  serve: () => ({
    finders: [
      { position: 170, find: findAuthorizationRoute },
      { position: 171, find: findAccountRoute },
      { position: 190, find: findOidcRoute },
    ],
  }),
})
