/** MCP server whose tools call the API. */
import { fromJsonSchema, type jsonSchemaValidator, McpServer } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import type { ApiClient } from './api-client.ts'
import { createToolResult } from './tool-result.ts'
import type { Arguments, Tool } from './tools.ts'

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

/** A tool with its argument validator, which is compiled once. */
export type CompiledTool = ReturnType<typeof compileTool>

export const compileTool = (tool: Tool) => ({
  ...tool,
  inputSchema: fromJsonSchema<Arguments>(tool.inputSchema, lazyValidator),
})

export interface McpServerOptions {
  /** Name of the site. */
  readonly name: string
  /** Version of Calends. */
  readonly version: string
  readonly instructions: string
  readonly tools: readonly CompiledTool[]
  readonly callApi: ApiClient
}

export function createMcpServer({ name, version, instructions, tools, callApi }: McpServerOptions): McpServer {
  const server = new McpServer(
    { name: 'calends', title: name, version },
    // The list of tools never changes while the process runs.
    { instructions, capabilities: { tools: { listChanged: false } } },
  )
  for (const { name, title, description, inputSchema, annotations, buildRequest, findPage } of tools) {
    const config = { title, description, inputSchema, annotations: { title, ...annotations } }
    server.registerTool(name, config, async (args) =>
      createToolResult(await callApi(buildRequest(args)), findPage(args)),
    )
  }
  return server
}
