/** Settings that the service writes into the page: see src/features/admin/admin-app.ts. */
export interface Settings {
  readonly siteName: string
  /** Languages of the site; the admin itself has all. */
  readonly siteLanguages: readonly string[]
  readonly timeZone: string
  readonly tiles?: { readonly url: string; readonly attribution: string }
  /** True if invitations and notifications can be sent by mail. */
  readonly hasMail: boolean
}

const findTemplate = () => document.querySelector<HTMLTemplateElement>('#settings')

/** The service and the application are built together, so the format is not checked. */
export const settings: Settings = JSON.parse(findTemplate()?.content.textContent ?? '{}')

/** URL of the admin, with a slash at the end. */
export const ADMIN_URL = new URL(document.baseURI)

/** URL of the site, with a slash at the end. */
export const SITE_URL = new URL('../', ADMIN_URL)

/** Nonce for `<style>` elements that libraries create. */
export const STYLE_NONCE = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
