import type { MessageKey } from '../../../base/i18n/messages/catalog.ts'
import { createTranslator, type Phrase } from '../../../base/i18n/translate.ts'
import { formatFieldError } from '../../../kernel/field-error-text.ts'
import type { FieldError, Problem } from '../../../kernel/problem.ts'
import { describeColumn } from './external-record.ts'

/** The reason of a problem in English, with the invalid fields, or with their columns in a table. */
export function describeProblem(problem: Problem, columns?: ReadonlyMap<string, string>): string {
  const { code, details } = problem
  const reasons = describeFieldErrors(problem, columns)
  if (reasons.length > 0) return reasons.join(' ')
  return createTranslator('en')(details.message ?? (`error.${code}` as MessageKey), details.values)
}

/** A sentence for each invalid field, with the received and the allowed value if they are known. */
export function describeFieldErrors({ details }: Problem, columns?: ReadonlyMap<string, string>): string[] {
  const translate = createTranslator('en')
  return Object.entries(details.fieldErrors ?? {}).map(([name, error]) => {
    const hints = details.hints?.[name] ?? getHints(error)
    const reason = hints.map(({ key, values }) => translate(key, values)).join(' ')
    return `${describeColumn(name, columns)}: ${reason || describeError(name, error)}`
  })

  function describeError(name: string, error: FieldError): string {
    const isGeneric = error.kind === 'invalid' && error.message === undefined
    return isGeneric ? 'The value is invalid.' : formatFieldError(name, error, translate)
  }
}

const getHints = (error: FieldError): readonly Phrase[] => (error.kind === 'invalid' && error.hint ? [error.hint] : [])
