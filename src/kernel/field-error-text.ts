import type { Translate } from '../base/i18n/translate.ts'
import type { FieldError } from './problem.ts'

export function formatFieldError(name: string, fieldError: FieldError, translate: Translate): string {
  if (fieldError.kind === 'type') return translate('error.rest_invalid_type', { name, type: fieldError.type })
  return translate(fieldError.message ?? 'error.invalid_parameter', fieldError.values)
}
