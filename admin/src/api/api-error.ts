import { HttpError } from 'ra-core'

interface ProblemBody {
  readonly code?: string
  readonly message?: string
  readonly data?: {
    readonly params?: Readonly<Record<string, string>>
    readonly hints?: Readonly<Record<string, string>>
    readonly [key: string]: unknown
  }
}

/** An error response of the API. Forms show `body.errors` at the fields that they name. */
export class ApiError extends HttpError {
  readonly code: string
  readonly data: NonNullable<ProblemBody['data']>

  constructor(status: number, { code = '', message = '', data = {} }: ProblemBody) {
    const errors = readFieldErrors(data)
    const summary = Object.values(errors).join(' ')
    super(summary || message || `${status}`, status, { errors })
    // HttpError sets its own prototype.
    Object.setPrototypeOf(this, ApiError.prototype)
    this.code = code
    this.data = data
  }
}

function readFieldErrors({ params = {}, hints = {} }: NonNullable<ProblemBody['data']>): Record<string, string> {
  const entries = Object.entries(params).map(([name, text]) => [name, [text, hints[name]].filter(Boolean).join(' ')])
  return Object.fromEntries(entries)
}
