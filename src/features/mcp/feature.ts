import { defineFeature } from '../../http/feature.ts'
import { createMcpRouteFinder } from './serve-mcp.ts'

/** The Model Context Protocol: the API as tools. It precedes the API because it has its own rules for origins. */
export const mcp = defineFeature({
  name: 'mcp',
  serve: () => ({ finders: [{ position: 50, find: createMcpRouteFinder() }] }),
})
