import { formatFieldError } from '../../domain/field-error-text.ts'
import type { Problem } from '../../domain/problem.ts'
import type { MessageKey } from '../../i18n/messages/catalog.ts'
import { createTranslator } from '../../i18n/translate.ts'

/** The reason of a problem in English, with the locations of the invalid fields. */
export function describeProblem({ code, details }: Problem, describeField = (name: string) => name): string {
  const translate = createTranslator('en')
  const fieldErrors = Object.entries(details.fieldErrors ?? {})
  if (fieldErrors.length === 0) return translate(details.message ?? (`error.${code}` as MessageKey), details.values)
  return fieldErrors
    .map(([name, error]) => `${describeField(name)}: ${formatFieldError(name, error, translate)}`)
    .join(' ')
}
