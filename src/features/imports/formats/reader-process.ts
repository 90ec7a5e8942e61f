/** The child process that reads files and feeds. */
import { serveReads } from '../../../base/concurrency/serve-reads.ts'
import { CONTENT_READERS } from './content-readers.ts'

await serveReads(CONTENT_READERS)
