/** Descriptions and limits of fields, from the OpenAPI document in the language of the admin. */
import { useQuery } from '@tanstack/react-query'
import { useLocale } from 'ra-core'
import { send } from './client.ts'

export interface FieldDocument {
  readonly description?: string
  readonly type?: string
  readonly enum?: readonly string[]
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
}

export type FieldDocuments = Readonly<Record<string, FieldDocument>>

/** Fields that `operation` accepts, e.g. `createEvent`, by name; empty until the document has been loaded. */
export function useFieldDocuments(operation: string): FieldDocuments {
  const language = useLocale()
  const { data } = useQuery({
    queryKey: ['document', language],
    queryFn: async () => (await send<OpenApiDocument>('/doc', { query: { version: '3.1' } })).json,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ? readFields(data, operation) : {}
}

interface Schema {
  readonly $ref?: string
  readonly properties?: FieldDocuments
}

interface Operation {
  readonly operationId?: string
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

function readFields({ paths, components }: OpenApiDocument, operation: string): FieldDocuments {
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const content = operations.find(({ operationId }) => operationId === operation)?.requestBody?.content ?? {}
  const schema = (content['application/json'] ?? Object.values(content)[0])?.schema
  const name = schema?.$ref?.slice('#/components/schemas/'.length)
  return (name === undefined ? schema : components.schemas[name])?.properties ?? {}
}
