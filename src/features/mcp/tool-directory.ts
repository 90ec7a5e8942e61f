/** Tools that describe and call other tools, so that the list of tools stays short. */
import {
  arraySchema,
  enumSchema,
  objectSchema,
  type Properties,
  type Schema,
  STRING,
} from '../../api/schemas/json-schema.ts'
import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import type { Translate } from '../../base/i18n/translate.ts'
import { READ_ANNOTATIONS, type Tool, type ToolDescription, UPDATE_ANNOTATIONS } from './tools.ts'

export interface ToolDirectory {
  /** All tools that can be called, whether or not they are listed or described. */
  readonly tools: readonly Tool[]
  /** Tools that are described. */
  readonly described: readonly Tool[]
  /** Tools in the response to `tools/list`. */
  readonly listed: readonly ToolDescription[]
  readonly describe: ToolDescription
  /** Each calls the tools of one kind, so that clients can ask before a write. */
  readonly callers: readonly ToolCaller[]
}

export interface ToolCaller {
  readonly description: ToolDescription
  /** Names of the tools that it calls. */
  readonly names: readonly string[]
}

/** `reads` neither lists nor describes tools that write. */
export type ToolSelection = 'all' | 'reads'

export function createToolDirectory(
  tools: readonly Tool[],
  selection: ToolSelection,
  translate: Translate,
): ToolDirectory {
  const described = selection === 'all' ? tools : selectReads(tools)
  const unlisted = described.filter(({ summary }) => !summary)
  const describe = createDescribeTool(unlisted, translate)
  const reads = selectReads(unlisted)
  const writes = unlisted.filter((tool) => !reads.includes(tool))
  const callers = [
    createCaller('call_read', reads, translate),
    ...(writes.length > 0 ? [createCaller('call_write', writes, translate)] : []),
  ]
  const listed = [
    ...described.flatMap(({ summary }) => summary ?? []),
    describe,
    ...callers.map(({ description }) => description),
  ]
  return { tools, described, describe, callers, listed }
}

export const selectReads = (tools: readonly Tool[]): readonly Tool[] =>
  tools.filter(({ annotations }) => annotations.readOnlyHint)

const createDescribeTool = (unlisted: readonly Tool[], translate: Translate): ToolDescription => ({
  name: 'describe',
  title: translate('mcp.describe'),
  description: translate('mcp.describe_text', { names: unlisted.map(({ name }) => name).join(', ') }),
  inputSchema: createSchema({ tools: [arraySchema(STRING), 'mcp.describe_tools'] }, translate),
  annotations: READ_ANNOTATIONS,
})

function createCaller(name: 'call_read' | 'call_write', tools: readonly Tool[], translate: Translate): ToolCaller {
  const names = tools.map((tool) => tool.name)
  const inputSchema = createSchema(
    { tool: [enumSchema(names), 'mcp.tool'], arguments: [{ type: 'object' }, 'mcp.arguments'] },
    translate,
  )
  return {
    names,
    description: {
      name,
      title: translate(`mcp.${name}`),
      description: translate(`mcp.${name}_text`),
      inputSchema: { ...inputSchema, required: ['tool'] },
      annotations: name === 'call_read' ? READ_ANNOTATIONS : UPDATE_ANNOTATIONS,
    },
  }
}

function createSchema(
  properties: Readonly<Record<string, readonly [Schema, MessageKey]>>,
  translate: Translate,
): Schema {
  const described: Properties = Object.fromEntries(
    Object.entries(properties).map(([name, [schema, key]]) => [name, { ...schema, description: translate(key) }]),
  )
  return { ...objectSchema({}, described), additionalProperties: false }
}

/** Without names, the titles of the tools that are not listed; otherwise the named tools with all arguments. */
export function describeTools({ described }: ToolDirectory, names: readonly string[] | undefined) {
  if (!names) return described.filter(({ summary }) => !summary).map(({ name, title }) => ({ name, title }))
  const unknown = names.find((name) => !described.some((tool) => tool.name === name))
  if (unknown !== undefined) throw new Error(`Tool ${unknown} not found`)
  return described
    .filter(({ name }) => names.includes(name))
    .map(({ name, title, description, inputSchema, annotations }) => ({
      ...{ name, title, description, annotations },
      inputSchema,
    }))
}
