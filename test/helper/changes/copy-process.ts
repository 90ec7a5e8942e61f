/** A process that keeps a copy in a file: `copy-process.ts URL FILE [LOGIN PASSWORD]`. It runs until it is killed. */
import { CalendsCopy, type CopyQuery, createCalends } from '../../../clients/typescript/src/client.ts'
import { openCopyFile } from './copy-file.ts'

const [url = '', file = '', login, applicationPassword] = process.argv.slice(2)
const calends = createCalends({ url, retries: 0, ...(login && applicationPassword && { login, applicationPassword }) })
const query: CopyQuery = { status: ['any'], per_page: 100 }
const copy = new CalendsCopy(calends, { store: openCopyFile(file), query })
for await (const _ of copy.follow());
