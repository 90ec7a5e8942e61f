/**
 * Why a sign-in by OpenID Connect failed. `failed`: the browser has no sign-in in progress, or the provider rejects it;
 * `unknown`: no user has the email address; `taken`: that user is linked with another identity; `limited`: too many failures
 * of the client.
 */
export const OIDC_FAILURES = ['failed', 'unavailable', 'unknown', 'unverified', 'taken', 'disabled', 'limited'] as const
export type OidcFailure = (typeof OIDC_FAILURES)[number]
