import { formatFieldError } from '../../domain/field-error-text.ts'
import type { Problem } from '../../domain/problem.ts'
import type { MessageKey } from '../../i18n/messages/catalog.ts'
import { createTranslator } from '../../i18n/translate.ts'
import { describeColumn } from './external-record.ts'

/** The reason of a problem in English, with the invalid fields, and with their columns in a table. */
export function describeProblem({ code, details }: Problem, columns?: ReadonlyMap<string, number>): string {
  const translate = createTranslator('en')
  const fieldErrors = Object.entries(details.fieldErrors ?? {})
  if (fieldErrors.length === 0) return translate(details.message ?? (`error.${code}` as MessageKey), details.values)
  return fieldErrors
    .map(([name, error]) => `${describeColumn(name, columns)}: ${formatFieldError(name, error, translate)}`)
    .join(' ')
}
