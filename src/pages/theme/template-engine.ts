/** Templates in Liquid. They read no files, escape every value, and have limits on time and memory. */
import { Liquid, LiquidError, type Template, type Variable } from 'liquidjs'
import { escapeMarkup } from '../../base/text/escape-xml.ts'
import { findNearestName } from '../../base/text/nearest-name.ts'
import { isHtml, renderHtml } from '../html-template.ts'
import { BLOCK_VARIABLES, SITE_VARIABLES } from './template-variables.ts'
import type { TemplateModel, ThemeBlock } from './theme.ts'
import { findUnknownVariable } from './unknown-variable.ts'

/** Characters of a template. */
export const MAX_TEMPLATE_LENGTH = 1_000_000
/** Milliseconds for one block, far more than any needs, also on a busy machine. */
export const MAX_RENDER_MILLISECONDS = 3000
/** Characters and items that a block may create. */
export const MAX_TEMPLATE_MEMORY = 20_000_000

/**
 * Filters that are not available: output is escaped without exception, slots are markup already, and dates are formatted in
 * the language of the page.
 */
const REMOVED_FILTERS: Readonly<Record<string, string>> = {
  raw: 'Every value is escaped; only slots contain markup.',
  newline_to_br: 'Every value is escaped; only slots contain markup.',
  ...Object.fromEntries(
    ['date', 'date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string'].map((name) => [
      name,
      'Use event.date, event.short_date, event.time, event.weekday, event.day or event.month.',
    ]),
  ),
}

export interface CompiledTemplate {
  /** Paths of the variables that the template and its partials read, such as `slots.search`. */
  readonly variables: ReadonlySet<string>
  /** Throws for a template that exceeds a limit. */
  readonly render: (model: TemplateModel, getAssetUrl: (name: string) => string) => string
}

export interface TemplateEngine {
  /** Throws an `Error` with file, line and reason for an invalid template, or one with an unknown variable. */
  readonly compile: (name: string, text: string, block: ThemeBlock) => CompiledTemplate
}

export function createTemplateEngine(partials: ReadonlyMap<string, string>): TemplateEngine {
  const engine = new Liquid({
    templates: Object.fromEntries(partials),
    cache: true,
    strictFilters: true,
    ownPropertyOnly: true,
    outputEscape: escapeValue,
    parseLimit: MAX_TEMPLATE_LENGTH,
    renderLimit: MAX_RENDER_MILLISECONDS,
    memoryLimit: MAX_TEMPLATE_MEMORY,
  })
  for (const name of Object.keys(REMOVED_FILTERS)) engine.unregisterFilter(name)
  // Output is escaped in any case, so a second time would show entities.
  for (const name of ['escape', 'escape_once', 'xml_escape']) engine.registerFilter(name, (value: unknown) => value)
  engine.registerFilter('asset_url', function (name: unknown) {
    const { getAssetUrl } = this.context.globals as { getAssetUrl?: (name: string) => string }
    return getAssetUrl?.(String(name))
  })
  return {
    compile: (name, text, block) => {
      const { template, variables } = parseTemplate(engine, { name, text, block })
      return {
        variables,
        render: (model, getAssetUrl) => engine.renderSync(template, model, { globals: { getAssetUrl } }),
      }
    },
  }
}

/** Objects have no text. */
function escapeValue(value: unknown): string {
  if (isHtml(value)) return renderHtml(value)
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? '' : escapeMarkup(String(value))
}

interface TemplateSource {
  readonly name: string
  readonly text: string
  readonly block: ThemeBlock
}

interface ParsedTemplate {
  readonly template: Template[]
  readonly variables: ReadonlySet<string>
}

function parseTemplate(engine: Liquid, { name, text, block }: TemplateSource): ParsedTemplate {
  try {
    const template = engine.parse(text, name)
    const { globals } = engine.analyzeSync(template)
    const variables = Object.values(globals).flat()
    for (const variable of variables) assertKnownVariable(variable, { name, block })
    return { template, variables: new Set(variables.map(({ segments }) => segments.join('.'))) }
  } catch (error) {
    if (error instanceof LiquidError || isMissingPartial(error)) throw describeFailure(error, name)
    throw isTooLong(error) ? new Error(`${name}: ${TOO_LONG}`) : error
  }
}

function assertKnownVariable(variable: Variable, { name, block }: Pick<TemplateSource, 'name' | 'block'>): void {
  const known = Object.keys({ ...SITE_VARIABLES, ...BLOCK_VARIABLES[block] })
  const unknown = findUnknownVariable(variable.segments, known)
  if (unknown === undefined) return
  const { row, file = name } = variable.location
  const nearest = findNearestName(
    unknown,
    known.map((path) => path.replaceAll('[]', '.first')),
  )
  const advice = nearest ? ` Did you mean ${nearest}?` : ''
  throw new Error(`${formatFile(file, name)}:${row}: unknown variable "${unknown}".${advice}`)
}

/** Liquid does not name the file. */
const isTooLong = (error: unknown): boolean => error instanceof Error && error.message === 'parse length limit exceeded'

const TOO_LONG = `a template or partial has more than ${MAX_TEMPLATE_LENGTH.toLocaleString('en')} characters.`

const isMissingPartial = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Liquid names partials without their folder and extension. */
const formatFile = (file: string, template: string): string => (file === template ? file : `partials/${file}.html`)

function describeFailure(error: Error, name: string): Error {
  if (!LiquidError.is(error)) {
    const [, partial = ''] = /"([^"]*)"/.exec(error.message) ?? []
    return new Error(`${name}: there is no file partials/${partial}.html.`)
  }
  const [row] = error.token?.getPosition() ?? [1]
  const reason = error.message.replace(/, file:.*$/s, '').replace(/, line:\d+, col:\d+$/, '')
  const [, filter = ''] = /^undefined filter: (\w+)/.exec(reason) ?? []
  const advice = REMOVED_FILTERS[filter]
  return new Error(`${formatFile(error.token?.file ?? name, name)}:${row}: ${reason}.${advice ? ` ${advice}` : ''}`)
}
