/** MCP server whose tools call the API. */
import { type CallToolResult, fromJsonSchema, type jsonSchemaValidator, McpServer } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import type { Schema } from '../../api/schemas/json-schema.ts'
import type { ApiClient } from './api-client.ts'
import { describeTools, type ToolCaller, type ToolDirectory } from './tool-directory.ts'
import { createToolResult } from './tool-result.ts'
import { type Arguments, explainWords, type Tool, type ToolDescription } from './tools.ts'

/** Compiles a schema on first use: compiling takes longer than a call, and few tools are called in most processes. */
const lazyValidator: jsonSchemaValidator = {
  getValidator: <T>(schema: Parameters<jsonSchemaValidator['getValidator']>[0]) => {
    let check: ReturnType<typeof validator.getValidator<T>> | undefined
    return (input: unknown) => {
      check ??= validator.getValidator<T>(schema)
      return check(input)
    }
  },
}
const validator = new AjvJsonSchemaValidator()

/** A directory with the argument validators of its tools, each of which is compiled once. */
export interface CompiledDirectory {
  readonly directory: ToolDirectory
  readonly tools: readonly CompiledTool[]
}

type CompiledTool = ReturnType<typeof compileTool>

const compileSchema = <T>(schema: Schema) => fromJsonSchema<T>(schema, lazyValidator)
const compileTool = (tool: Tool) => ({ ...tool, inputSchema: compileSchema<Arguments>(tool.inputSchema) })

export const compileDirectory = (directory: ToolDirectory): CompiledDirectory => ({
  directory,
  tools: directory.tools.map(compileTool),
})

export interface McpServerOptions {
  /** Name of the site. */
  readonly name: string
  /** Version of Calends. */
  readonly version: string
  readonly instructions: string
  readonly tools: CompiledDirectory
  readonly callApi: ApiClient
}

/** Tools that are not listed can be called by their names, too. */
export function createMcpServer({
  name,
  version,
  instructions,
  tools: compiled,
  callApi,
}: McpServerOptions): McpServer {
  const server = new McpServer(
    { name: 'calends', title: name, version },
    // The list of tools never changes while the process runs.
    { instructions, capabilities: { tools: { listChanged: false } } },
  )
  const { directory, tools } = compiled
  for (const tool of tools)
    server.registerTool(tool.name, { inputSchema: tool.inputSchema }, (args) => callTool(tool, args, callApi))
  registerDescribe(server, directory)
  for (const caller of directory.callers) registerCaller(server, caller, { tools, callApi })
  server.server.setRequestHandler('tools/list', () => ({ tools: directory.listed.map(presentTool) }))
  return server
}

const presentTool = ({ inputSchema, annotations, ...tool }: ToolDescription) => ({
  ...tool,
  inputSchema: { ...inputSchema, type: 'object' as const },
  annotations: { title: tool.title, ...annotations },
})

async function callTool(tool: CompiledTool, args: Arguments, callApi: ApiClient): Promise<CallToolResult> {
  const response = await explainWords(await callApi(tool.buildRequest(args)), args, callApi)
  return createToolResult(response, tool.findPage(args))
}

function registerDescribe(server: McpServer, directory: ToolDirectory): void {
  const { name, inputSchema } = directory.describe
  const schema = compileSchema<{ readonly tools?: readonly string[] }>(inputSchema)
  server.registerTool(name, { inputSchema: schema }, ({ tools }) =>
    createToolResult({ status: 200, body: { tools: describeTools(directory, tools) } }),
  )
}

interface CallerContext {
  readonly tools: readonly CompiledTool[]
  readonly callApi: ApiClient
}

/** Errors that are thrown are results of the tool with `isError`. */
function registerCaller(
  server: McpServer,
  { names, description }: ToolCaller,
  { tools, callApi }: CallerContext,
): void {
  const schema = compileSchema<{ readonly tool: string; readonly arguments?: Arguments }>(description.inputSchema)
  server.registerTool(description.name, { inputSchema: schema }, async (call) => {
    const tool = tools.find(({ name }) => name === call.tool && names.includes(name))
    if (!tool) throw new Error(`Tool ${call.tool} not found`)
    const checked = await tool.inputSchema['~standard'].validate(call.arguments ?? {})
    if (checked.issues) throw new Error(formatIssues(tool.name, checked.issues))
    return callTool(tool, checked.value, callApi)
  })
}

/** In the form in which the SDK reports invalid arguments. */
const formatIssues = (tool: string, issues: readonly { readonly message: string }[]): string =>
  `Input validation error: Invalid arguments for tool ${tool}: ${issues.map(({ message }) => message).join('; ')}`
