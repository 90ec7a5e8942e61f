/** What the API answered, as the answer of a tool. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { isRecord } from '../domain/model/is-record.ts'
import type { ApiResponse } from './api-client.ts'

/** A failure of the API is an answer too: whoever asked can read what was wrong and ask again. */
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
 * A page of records, as text alone: every client hands the text to its model, and structured content would hold each
 * record a second time. What continues the list comes first, as clients may cut long answers.
 */
function createListResult(body: Readonly<Record<string, unknown>>, page: number): CallToolResult {
  const { total, total_pages: pages, ...records } = body
  const next = typeof pages === 'number' && page < pages ? page + 1 : null
  const output = { total, total_pages: pages, page, next_page: next, ...records }
  return { content: [{ type: 'text', text: JSON.stringify(output) }] }
}

/** The message, and beneath it what is wrong with which argument, and what is allowed. */
function formatFailure(status: number, body: unknown): string {
  if (!isRecord(body) || typeof body['message'] !== 'string') return `HTTP ${status}`
  const { message, data } = body
  const params = isRecord(data) && isRecord(data['params']) ? Object.entries(data['params']) : []
  const hints = isRecord(data) && isRecord(data['hints']) ? data['hints'] : {}
  const texts = params.map(([name, text]) => [`${name}: ${text}`, ...(hints[name] ? [hints[name]] : [])].join(' '))
  return [message, ...texts].join('\n')
}
