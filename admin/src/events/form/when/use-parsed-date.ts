import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { send } from '../../../api/client.ts'

export interface ParsedDate {
  readonly start_date: string
  readonly end_date: string | null
  readonly all_day: boolean
  /** The interpretation in words. */
  readonly description: string
}

const DELAY_MILLISECONDS = 250

/** Sends a text to the service while it is typed, and passes on what it means. */
export function useParsedDate(zone: string, onParsed: (parsed: ParsedDate) => void) {
  const [text, setText] = useState('')
  const [result, setResult] = useState<{ readonly description?: string; readonly error?: string }>({})
  const apply = useRef(onParsed)
  apply.current = onParsed
  useEffect(() => {
    if (text.trim() === '') return setResult({})
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const request = { method: 'POST', body: { text, ...(zone && { zone }) }, signal: controller.signal }
        const { json } = await send<ParsedDate>('/dates/parse', request)
        if (controller.signal.aborted) return
        setResult({ description: json.description })
        apply.current(json)
      } catch (error) {
        if (controller.signal.aborted) return
        setResult({ error: error instanceof ApiError ? (error.body.errors.text ?? error.message) : String(error) })
      }
    }, DELAY_MILLISECONDS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, zone])
  return { text, setText, ...result }
}
