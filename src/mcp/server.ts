/** A server of the protocol: tools that call the API for whoever asks. */
import { fromJsonSchema, type jsonSchemaValidator, McpServer } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import type { ApiClient } from './api-client.ts'
import { createToolResult } from './tool-result.ts'
import type { Arguments, Tool } from './tools.ts'

/** Most processes never see more than a few tools called, and compiling a schema takes longer than a call. */
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

/** A tool with its check of arguments, which is made but once. */
export type CompiledTool = ReturnType<typeof compileTool>

export const compileTool = (tool: Tool) => ({
  ...tool,
  inputSchema: fromJsonSchema<Arguments>(tool.inputSchema, lazyValidator),
})

export interface McpServerOptions {
  /** Of the site. */
  readonly name: string
  /** Of the program. */
  readonly version: string
  readonly instructions: string
  readonly tools: readonly CompiledTool[]
  readonly callApi: ApiClient
}

export function createMcpServer({ name, version, instructions, tools, callApi }: McpServerOptions): McpServer {
  const server = new McpServer(
    { name: 'calends', title: name, version },
    // The tools are the same for as long as the process lives.
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
