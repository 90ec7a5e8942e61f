/** Adds the images of imported records to the media library, before the transaction that writes the records. */
import type { Services } from '../../../calendar/services.ts'
import { createImageFetcher } from '../fetch-images.ts'
import { importImage } from '../import-images.ts'
import type { ExternalImportOptions, ExternalRecord } from './external-record.ts'

export interface RecordImages {
  /**
   * The record with the id of its image instead of the URL. Without the field if the image cannot be added: an existing
   * record keeps its image then.
   */
  readonly resolve: (record: ExternalRecord, author: number) => Promise<ResolvedImages>
}

interface ResolvedImages {
  readonly record: ExternalRecord
  readonly warnings: readonly string[]
}

export function createRecordImages(
  services: Services,
  { mode = 'write', fetchesImages = true }: ExternalImportOptions,
): RecordImages {
  const fetch = mode === 'write' && fetchesImages && createImageFetcher(services)
  return {
    resolve: async (record, author) => {
      const { image: url, ...fields } = record.fields
      if (typeof url !== 'string' || url === '' || /^\d+$/.test(url)) return { record, warnings: [] }
      const image = await importImage(services, { url, author }, fetch)
      if ('id' in image) return { record: { ...record, fields: { ...fields, image: image.id } }, warnings: [] }
      const warnings = image.kind === 'failed' ? [`image ${url}: ${image.reason}`] : []
      return { record: { ...record, fields }, warnings }
    },
  }
}
