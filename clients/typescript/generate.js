/** Reads an OpenAPI document from standard input and writes its types. `npx tsx scripts/generate/client-schema.ts` uses it. */
import { text } from 'node:stream/consumers'
import generate, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import ts from 'typescript'

const BLOB = ts.factory.createTypeReferenceNode('Blob')

const types = await generate(await text(process.stdin), {
  // What has a default may be left out of a request.
  defaultNonNullable: false,
  // A list that is always empty is told from a record by its type.
  arrayLength: true,
  transform: ({ format }) => (format === 'binary' ? BLOB : undefined),
})
process.stdout.write(COMMENT_HEADER + astToString(types))
