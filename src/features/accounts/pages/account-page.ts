/** Interface between the routes of account pages and the renderer of pages. */
import type { AccountPageName } from '../../../calendar/posts/urls.ts'
import type { Services } from '../../../calendar/services.ts'
import type { AuthorizationStep } from '../app-authorization.ts'
import type { OidcFailure } from '../oidc-failure.ts'

/** Sign-in at an OpenID Connect provider. */
export interface OidcButton {
  /** Name of the provider. */
  readonly name: string
  readonly url: string
  /** Why the last sign-in failed. */
  readonly failure: OidcFailure | undefined
}

export interface AccountPage {
  readonly name: AccountPageName
  /** True if users can request a mail to reset their password. */
  readonly canReset: boolean
  /** Undefined without a provider. */
  readonly oidc: OidcButton | undefined
}

declare module '../../../http/page-renderer.ts' {
  interface PageRenderer {
    readonly renderAuthorization: (
      services: Services,
      where: Pick<PageRequest, 'language' | 'urls'>,
      step: AuthorizationStep,
    ) => PageResponse
    readonly renderAccountPage: (
      services: Services,
      where: Pick<PageRequest, 'language' | 'urls'>,
      page: AccountPage,
    ) => PageResponse
  }
}
