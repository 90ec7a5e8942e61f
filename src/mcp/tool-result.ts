/** What the API answered, as the answer of a tool. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { isRecord } from '../calendar/field.ts'
import type { ApiAnswer } from './caller.ts'

/** A failure of the API is an answer too: whoever asked can read what was wrong and ask again. */
export function toolResult({ status, body }: ApiAnswer): CallToolResult {
  const isError = status >= 400
  return {
    content: [{ type: 'text', text: isError ? failureText(status, body) : JSON.stringify(body) }],
    ...(isRecord(body) && { structuredContent: body }),
    ...(isError && { isError }),
  }
}

/** The message, and beneath it what is wrong with which argument, and what is allowed. */
function failureText(status: number, body: unknown): string {
  if (!isRecord(body) || typeof body['message'] !== 'string') return `HTTP ${status}`
  const { message, data } = body
  const params = isRecord(data) && isRecord(data['params']) ? Object.entries(data['params']) : []
  const hints = isRecord(data) && isRecord(data['hints']) ? data['hints'] : {}
  const texts = params.map(([name, text]) => [`${name}: ${text}`, ...(hints[name] ? [hints[name]] : [])].join(' '))
  return [message, ...texts].join('\n')
}
