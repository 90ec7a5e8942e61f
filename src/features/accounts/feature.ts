import { defineFeature } from '../../http/feature.ts'
import { type Accounts, createAccounts } from './accounts.ts'
import { createOidcOptions } from './oidc-settings.ts'
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

declare module '../../http/feature-host.ts' {
  interface FeatureHost {
    readonly accounts: Accounts
  }
}

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
  serve: ({ config, services, signIns }) => {
    const own = createAccounts(services, signIns, {
      maxFailures: config.RATE_LIMIT_SIGN_IN,
      oidc: createOidcOptions(config, services),
    })
    return {
      finders: [
        { position: 170, find: findAuthorizationRoute },
        { position: 171, find: findAccountRoute },
        { position: 190, find: findOidcRoute },
      ],
      provides: { accounts: own },
      settle: own.settle,
    }
  },
})
