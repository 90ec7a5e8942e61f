/** Converts API responses to tool results. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { isRecord } from '../domain/model/is-record.ts'
import type { ApiResponse } from './api-client.ts'

/** API errors are tool results with `isError`, so that the model can read the message and correct its call. */
export function createToolResult(response: ApiResponse, listedPage?: number): CallToolResult {
  const { status, body } = response
  const isError = status >= 400
  if (!isError && listedPage !== undefined && isRecord(body)) return createListResult(body, listedPage)
  return {
    content: [{ type: 'text', text: isError ? formatFailure(status, body) : JSON.stringify(body) }],
    ...(isRecord(body) && { structuredContent: body }),
    ...(isError && { isError }),
  }
}

/**
 * A page of records as text only: all clients pass the text to the model, and structured content would repeat every
 * record. Paging comes first, because clients may truncate long results.
 */
function createListResult(body: Readonly<Record<string, unknown>>, page: number): CallToolResult {
  const { total, total_pages: pages, ...records } = body
  const next = typeof pages === 'number' && page < pages ? page + 1 : null
  const output = { total, total_pages: pages, page, next_page: next, ...records }
  return { content: [{ type: 'text', text: JSON.stringify(output) }] }
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
