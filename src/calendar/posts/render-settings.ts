/** Everything outside of a record that its JSON depends on. */

import { type CustomFields, chooseLabel } from '../../kernel/custom-field.ts'
import type { Currency, Site } from '../../kernel/site.ts'
import { findHomeLanguage, type Urls } from './urls.ts'

/** The settings of the site that rendered records depend on. */
export interface RenderSettings {
  readonly currency: Currency
  readonly customFields: CustomFields
}

/** Settings with the URLs of a mount in one language. */
export interface RenderContext {
  readonly urls: Urls
  readonly settings: RenderSettings & Pick<Site, 'languages'>
}

/** Copies the settings, which may change while a response is built. */
export const createRenderContext = (
  urls: Urls,
  { currency, customFields, languages }: RenderContext['settings'],
): RenderContext => ({ urls, settings: { currency, customFields, languages } })

/** The labels of the additional fields in the language of the URLs, else in the one of the site. */
export function listLabels({ urls, settings: { customFields, languages } }: RenderContext): readonly string[] {
  if (customFields.length === 0) return []
  const language = findHomeLanguage(urls, languages)
  return customFields.map((field) => chooseLabel(field, language, languages))
}
