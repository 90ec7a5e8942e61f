import type { components } from './schema.ts'

type Failure = components['schemas']['Error']

/** An answer that is a failure: what the service said of it, or its status alone when that was no JSON of ours. */
export class CalendsError extends Error {
  override readonly name = 'CalendsError'
  /** For programs, `rest-event-not-found` say; `http_502` when somebody between us and the service failed. */
  readonly code: string
  readonly status: number
  /** What is wrong with parameters, by name. */
  readonly params: Readonly<Record<string, string>>
  readonly response: Response

  constructor(body: unknown, response: Response) {
    const { code, message, data } = isFailure(body) ? body : unknownFailure(response)
    super(message)
    this.code = code
    this.status = response.status
    this.params = paramsOf(message, data)
    this.response = response
  }
}

const isFailure = (body: unknown): body is Failure =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body

const unknownFailure = ({ status, statusText }: Response): Failure => ({
  code: `http_${status}`,
  message: statusText === '' ? `The answer was ${status}` : statusText,
})

/** Missing parameters are named without a text each, so they get that of the failure. */
function paramsOf(message: string, data: Failure['data']): Record<string, string> {
  const params = data?.params ?? {}
  return Array.isArray(params) ? Object.fromEntries(params.map((name) => [name, message])) : params
}

interface Answer<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** The data of an answer; throws `CalendsError` when it is a failure. */
export async function dataOf<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await answer
  if (data === undefined) throw new CalendsError(error, response)
  return data
}
