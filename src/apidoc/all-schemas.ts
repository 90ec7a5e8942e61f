import { createCommonSchemas } from './common-schemas.ts'
import { createPostSchemas } from './post-schemas.ts'

/** What answers hold, by name. The names of contract 16 are kept; ours stand beside them. */
export const createResponseSchemas = () => ({ ...createPostSchemas(), ...createCommonSchemas() })

export type SchemaName = keyof ReturnType<typeof createResponseSchemas>
