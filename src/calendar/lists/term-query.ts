import {
  defineEventIdField,
  modifiedAfterField,
  pageField,
  parseTermFilter,
  perPageField,
  searchField,
  textFormField,
} from '../../kernel/common-fields.ts'
import { defineBooleanField, defineNonEmptyTextField, type Parsed } from '../../kernel/field.ts'
import type { Taxonomy } from '../../kernel/term.ts'
import { createParentReferences, parseParentId } from '../terms/term-fields.ts'

/** All terms must exist, by id, slug or name, but only ids filter (wire-contract §13.1). */
export const defineTermKeysField = <K extends 'list.include' | 'list.exclude'>(taxonomy: Taxonomy, describe: K) =>
  ({
    items: 'integer',
    describe,
    expects: { key: taxonomy === 'category' ? 'hint.category_keys' : 'hint.tag_keys' },
    parse: parseTermFilter,
    references: (keys: readonly string[]) => [{ kind: taxonomy, keys, by: 'any' } as const],
  }) as const

export const defineLeadingFields = (taxonomy: Taxonomy) =>
  ({
    page: pageField,
    per_page: perPageField,
    search: searchField,
    exclude: defineTermKeysField(taxonomy, 'list.exclude'),
    include: defineTermKeysField(taxonomy, 'list.include'),
    order: defineNonEmptyTextField({ describe: 'list.order' }),
    orderby: defineNonEmptyTextField({ describe: 'list.orderby' }),
    hide_empty: { ...defineBooleanField('list.hide_empty'), default: true },
  }) as const

export const trailingFields = {
  post: defineEventIdField('list.event'),
  event: defineEventIdField('list.event'),
  slug: { ...defineNonEmptyTextField({ describe: 'list.slug' }) },
  modified_after: modifiedAfterField,
  text: textFormField,
} as const

export const parentField = {
  type: 'integer',
  describe: 'list.parent',
  expects: { key: 'hint.category_id' },
  parse: parseParentId,
  references: createParentReferences,
} as const

export const tagQuery = { ...defineLeadingFields('tag'), ...trailingFields } as const

export const categoryQuery = { ...defineLeadingFields('category'), parent: parentField, ...trailingFields } as const

export type TermQuery = Parsed<typeof categoryQuery>
