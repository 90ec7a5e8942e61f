import { otherSchemas } from './other-schemas.ts'
import { postSchemas } from './post-schemas.ts'

/** What answers hold, by name. The names of contract 16 are kept; ours stand beside them. */
export const answerSchemas = () => ({ ...postSchemas(), ...otherSchemas() })

export type SchemaName = keyof ReturnType<typeof answerSchemas>
