/** Fields of imports. */

import { isRecord } from '../../base/is-record.ts'
import { pageField, perPageField } from '../../kernel/common-fields.ts'
import {
  defineBooleanField,
  defineEnumField,
  defineTextField,
  type Field,
  invalid,
  type ParseResult,
  parseElements,
  valid,
} from '../../kernel/field.ts'
import { parseSourceUrl } from '../sources/source-fields.ts'
import { IMPORT_FORMAT_NAMES, NEW_RECORD_STATUSES, RESULT_OUTCOMES } from './import.ts'

export const MAX_IMPORT_NAME_LENGTH = 200
export const MAX_IMPORT_CATEGORIES = 20
/** Characters of the JSON form. */
export const MAX_MAPPING_LENGTH = 100_000

function parseCategoryNames(raw: unknown): ParseResult<readonly string[]> {
  const names = raw === '' ? [] : parseElements(raw)
  const isName = (name: unknown): name is string =>
    typeof name === 'string' && name.trim() !== '' && name.length <= MAX_IMPORT_NAME_LENGTH && name.isWellFormed()
  return names.length <= MAX_IMPORT_CATEGORIES && names.every(isName)
    ? valid(names.map((name) => String(name).replaceAll('\0', '').trim()))
    : invalid
}

/** Only the form; the importer checks the names of columns. */
function parseMapping(raw: unknown): ParseResult<Readonly<Record<string, unknown>>> {
  if (raw === '' || (Array.isArray(raw) && raw.length === 0)) return valid({})
  return isRecord(raw) && JSON.stringify(raw).length <= MAX_MAPPING_LENGTH ? valid(raw) : invalid
}

const mapping: Field<Readonly<Record<string, unknown>>> = {
  describe: 'import.mapping',
  expects: { key: 'hint.import_mapping' },
  cleared: {},
  parse: parseMapping,
}

export const importSettingFields = {
  format: { ...defineEnumField(IMPORT_FORMAT_NAMES, 'import.format'), cleared: '' as const },
  record_status: { ...defineEnumField(NEW_RECORD_STATUSES, 'import.record_status'), cleared: '' as const },
  categories: {
    items: 'string',
    describe: 'import.categories',
    expects: { key: 'hint.import_categories' },
    cleared: [],
    parse: parseCategoryNames,
  },
  images: defineBooleanField('import.images'),
  mapping,
} as const

export const newImportFields = {
  url: {
    type: 'string',
    describe: 'import.url',
    expects: { key: 'hint.source_url' },
    required: true,
    parse: parseSourceUrl,
  },
  username: defineTextField('source.username', { limit: MAX_IMPORT_NAME_LENGTH }),
  password: { ...defineTextField('source.password', { limit: MAX_IMPORT_NAME_LENGTH }), isSecret: true },
  ...importSettingFields,
} as const

export const undoFields = { preview: defineBooleanField('import.undo_preview') } as const

export const importResultQuery = {
  outcome: defineEnumField(RESULT_OUTCOMES, 'import.result_outcome'),
  page: pageField,
  per_page: perPageField,
} as const
