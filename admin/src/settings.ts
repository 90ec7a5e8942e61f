/** What the service writes into the page: see src/http/system/admin-app.ts. */
export interface Settings {
  readonly siteName: string
  /** Of the site; the admin itself has all languages. */
  readonly siteLanguages: readonly string[]
  readonly timeZone: string
  readonly tiles?: { readonly url: string; readonly attribution: string }
  /** True where invitations and notifications can be mailed. */
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
