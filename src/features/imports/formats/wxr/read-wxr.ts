/** Reads WordPress exports as records for the import. */
import type { Site } from '../../../../kernel/site.ts'
import type { FileEntry } from '../read-files.ts'
import { findItemKind, type ReadElements, type WxrIndex } from './index-wxr.ts'
import { mapWxrItem } from './map-wxr-item.ts'

/** Yields the terms, then the records and problems in the order of the files. */
export async function* readWxr(
  paths: readonly string[],
  readElements: ReadElements,
  index: WxrIndex,
  site: Site,
): AsyncGenerator<FileEntry> {
  const reported = new Set<string>()
  yield* index.termRecords
  for (const path of paths) {
    for await (const element of readElements(path)) {
      if (!('texts' in element)) {
        yield element
        continue
      }
      const kind = element.name === 'item' ? findItemKind(element) : undefined
      if (!kind) continue
      const { where } = element
      const { value, missing } = mapWxrItem(element, kind, index, site)
      for (const record of missing) {
        if (reported.has(record)) continue
        reported.add(record)
        yield { where, failure: `${record} is not in the file; records are imported without it` }
      }
      yield { where, value }
    }
  }
}
