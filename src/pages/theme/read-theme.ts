/** Creates a theme from its files and reports what is wrong with it. */
import { isLanguage, type Language } from '../../base/i18n/language.ts'
import { trustHtml } from '../html-template.ts'
import { findLowContrast } from './check-contrast.ts'
import { findBlockedCode } from './inline-code.ts'
import type { CompiledTemplate, TemplateEngine } from './template-engine.ts'
import { THEME_BLOCKS, type Theme, type ThemeBlock } from './theme.ts'
import { PARTIALS_FOLDER, STYLESHEET, type ThemeFiles } from './theme-files.ts'

export interface LoadedTheme {
  readonly theme: Theme
  /** Files to serve under /assets/, by name. */
  readonly assets: ReadonlyMap<string, Buffer>
  /** Mistakes that do not prevent the use of the theme, one line each. */
  readonly warnings: readonly string[]
}

export const NO_THEME: LoadedTheme = {
  theme: { render: () => undefined, hasHeaderSearch: () => true, hasStyles: false, isReloaded: false },
  assets: new Map(),
  warnings: [],
}

export interface ThemeOptions {
  /** The style sheet whose variables the theme changes. */
  readonly builtInStyles: string
  readonly isReloaded: boolean
  /** Receives failures of templates. The built-in markup replaces them. */
  readonly reportError: (error: unknown) => void
  /** Undefined for themes without variables. */
  readonly createEngine: ((partials: ReadonlyMap<string, string>) => TemplateEngine) | undefined
}

/** Throws an `Error` with one line per mistake if files are unknown or templates invalid. */
export function createTheme(files: ThemeFiles, options: ThemeOptions): LoadedTheme {
  const { templates, errors } = compileTemplates(files, options)
  if (files.errors.length + errors.length > 0) throw new Error([...files.errors, ...errors].join('\n'))
  const { styles } = files
  const { isReloaded, builtInStyles } = options
  return {
    theme: {
      hasStyles: styles !== undefined,
      isReloaded,
      hasHeaderSearch: (language) => findTemplate(templates, 'header', language)?.variables.has(SEARCH_SLOT) ?? true,
      render: createBlockRenderer(templates, options),
    },
    assets: styles === undefined ? files.assets : new Map([...files.assets, [STYLESHEET, Buffer.from(styles)]]),
    warnings: [...findBlockedCodeInFiles(files), ...findLowContrast(styles ?? '', builtInStyles)],
  }
}

const SEARCH_SLOT = 'slots.search'

type CompiledTemplates = ReadonlyMap<string, CompiledTemplate>

function compileTemplates({ templates, partials }: ThemeFiles, { createEngine }: ThemeOptions) {
  const compiled = new Map<string, CompiledTemplate>()
  const errors: string[] = []
  const engine = createEngine?.(partials)
  for (const [name, text] of templates) {
    const block = findBlock(name)
    try {
      if (block)
        compiled.set(name, engine && isDynamic(text) ? engine.compile(name, text, block) : createStaticTemplate(text))
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error))
    }
  }
  return { templates: compiled, errors }
}

const createStaticTemplate = (text: string): CompiledTemplate => ({ variables: new Set(), render: () => text })

export const needsEngine = ({ templates }: ThemeFiles): boolean => [...templates.values()].some(isDynamic)

const isDynamic = (text: string): boolean => /\{[{%]/.test(text)

const findBlock = (name: string): ThemeBlock | undefined =>
  THEME_BLOCKS.find(
    (block) => name === `${block}.html` || (name.startsWith(`${block}.`) && isLanguage(readSuffix(name))),
  )

/** Language of `header.de.html`. */
const readSuffix = (name: string): string => name.split('.').at(-2) ?? ''

/** The template for the language takes precedence. */
const findTemplate = (templates: CompiledTemplates, block: ThemeBlock, language: Language) =>
  templates.get(`${block}.${language}.html`) ?? templates.get(`${block}.html`)

const createBlockRenderer =
  (templates: CompiledTemplates, { reportError }: ThemeOptions): Theme['render'] =>
  (block, { language, model, getAssetUrl }) => {
    const template = findTemplate(templates, block, language)
    if (template === undefined) return undefined
    try {
      return trustHtml(template.render(model(), getAssetUrl))
    } catch (error) {
      reportError(new Error(`The template ${block} of the theme failed.`, { cause: error }))
      return undefined
    }
  }

const findBlockedCodeInFiles = ({ templates, partials }: ThemeFiles): readonly string[] => [
  ...[...templates].flatMap(([name, text]) => findBlockedCode(name, text)),
  ...[...partials].flatMap(([name, text]) => findBlockedCode(`${PARTIALS_FOLDER}/${name}.html`, text)),
]
