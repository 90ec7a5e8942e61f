/** Converts API responses to tool results. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { isRecord } from '../../base/is-record.ts'
import type { ApiResponse } from './api-client.ts'

/** API errors are tool results with `isError`, so that the model can read the message and correct its call. */
export function createToolResult({ status, body }: ApiResponse, listedPage?: number): CallToolResult {
  const isError = status >= 400
  const output = !isError && listedPage !== undefined && isRecord(body) ? addPaging(body, listedPage) : body
  return {
    content: [{ type: 'text', text: isError ? formatFailure(status, output) : JSON.stringify(output) }],
    ...(isRecord(output) && { structuredContent: output }),
    ...(isError && { isError }),
  }
}

/** Paging comes first, because clients may truncate long results. */
function addPaging({ total, total_pages: pages, ...records }: Readonly<Record<string, unknown>>, page: number) {
  const next = typeof pages === 'number' && page < pages ? page + 1 : null
  return { total, total_pages: pages, page, next_page: next, ...records }
}

/** The message, then one line per invalid argument with a hint. */
function formatFailure(status: number, body: unknown): string {
  if (!isRecord(body) || typeof body['message'] !== 'string') return `HTTP ${status}`
  const { message, data } = body
  const params = isRecord(data) && isRecord(data['params']) ? Object.entries(data['params']) : []
  const hints = isRecord(data) && isRecord(data['hints']) ? data['hints'] : {}
  const texts = params.map(([name, text]) => [`${name}: ${text}`, ...(hints[name] ? [hints[name]] : [])].join(' '))
  return [message, ...texts].join('\n')
}
