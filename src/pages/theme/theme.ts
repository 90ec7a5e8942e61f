/** Interface between the pages and the theme that customizes them. */
import type { Language } from '../../base/i18n/language.ts'
import { type Html, type HtmlValue, renderHtml, trustHtml } from '../html-template.ts'

/** Parts of pages that templates of a theme replace. `head` is added instead. */
export const THEME_BLOCKS = ['head', 'header', 'footer', 'event-page', 'event-card', 'list-row'] as const
export type ThemeBlock = (typeof THEME_BLOCKS)[number]

/** Variables of a template: texts, numbers, booleans, `Html` values, lists and objects of them. Texts are escaped. */
export type TemplateModel = Readonly<Record<string, unknown>>

interface TemplateInput {
  readonly language: Language
  readonly model: () => TemplateModel
  /** URL of a file under /assets/. */
  readonly getAssetUrl: (name: string) => string
}

export interface Theme {
  /** Undefined if the theme does not replace the block in the language. */
  readonly render: (block: ThemeBlock, input: TemplateInput) => Html | undefined
  /** True if the header of pages in the language has the search form. */
  readonly hasHeaderSearch: (language: Language) => boolean
  readonly hasStyles: boolean
  /** True if pages reload when a file of the theme changes. */
  readonly isReloaded: boolean
}

interface BlockOptions {
  readonly model: () => TemplateModel
  /** The markup without a theme. */
  readonly renderDefault: () => Html
}

interface BlockContext {
  readonly theme: Theme
  readonly language: Language
  readonly getAssetUrl: (name: string) => string
}

/** A part of a page: from the template of the theme, or the built-in one. */
export const renderBlock = (
  { theme, language, getAssetUrl }: BlockContext,
  block: ThemeBlock,
  { model, renderDefault }: BlockOptions,
): Html => theme.render(block, { language, model, getAssetUrl }) ?? renderDefault()

/** Markup for a variable of a template; `null` if it is empty, so that conditions of templates find it false. */
export function createSlot(value: HtmlValue): Html | null {
  const markup = renderHtml(value)
  return markup === '' ? null : trustHtml(markup)
}
