/** Imports the images of records, with their texts. */

import type { SafeFetch } from '../../../base/net/safe-fetch.ts'
import { setImage } from '../../../calendar/images/image-store.ts'
import type { PostKind } from '../../../kernel/post.ts'
import { recordChanges } from '../../../storage/change-log/change-log.ts'
import { readLocalRecords } from '../comparison/read-local-records.ts'
import type { SiteRecord } from '../comparison/site-record.ts'
import { isRawRecord, type RawRecord } from '../formats/record-reader.ts'
import { createImageCollector, importImages } from '../import-images.ts'
import type { ImportKind } from '../map-record.ts'
import type { OpenSite } from '../site/open-site.ts'
import type { ImportRun } from './import-run.ts'

/** Records without an image on the site lose theirs here. */
export async function importRecordImages(
  run: ImportRun,
  kind: ImportKind,
  records: readonly SiteRecord[],
): Promise<void> {
  if (kind === 'category' || kind === 'tag') return
  const { services, site, report, observer, fetchesImages } = run
  const locals = await readLocalRecords(
    services,
    kind,
    records.map(({ id }) => id),
  )
  const changed = records.filter(({ id, record }) => {
    const local = locals.get(id)
    return local !== undefined && local.imageSource !== (readImage(record)?.url ?? '')
  })
  await clearImages(
    run,
    kind,
    changed.flatMap(({ id, record }) => (readImage(record) ? [] : id)),
  )
  const images = changed.filter(({ record }) => readImage(record))
  if (images.length === 0) return
  const texts = fetchesImages ? await readImageTexts(site, images) : new Map<number, RawRecord>()
  const collector = createImageCollector()
  for (const { record } of images) {
    const image = isRawRecord(record['image']) ? record['image'] : { url: record['image'] }
    const raw = { ...record, image: { ...image, ...texts.get(Number(image['id'])) } }
    collector.add(kind, { raw, where: site.source })
  }
  const problem = (text: string) => {
    report.addProblem(text)
    observer.problem?.(text)
  }
  const source = { ...services, fetch: createSiteImageFetch(run, images) }
  report.countImages(await importImages(source, collector.all(), { observer: { problem }, fetchesImages }))
}

interface SiteImage {
  readonly url: string
  /** URL of a reduced image, if the original is larger. */
  readonly reduced: string | undefined
}

function readImage(record: RawRecord): SiteImage | undefined {
  const image = record['image']
  const url = isRawRecord(image) ? image['url'] : image
  const reduced = isRawRecord(image) ? image['reduced_url'] : undefined
  if (typeof url !== 'string' || url === '') return undefined
  return { url, reduced: typeof reduced === 'string' ? reduced : undefined }
}

async function clearImages({ services }: ImportRun, kind: PostKind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await services.database.transaction(async (tx) => {
    const changed = await setImage(tx, kind, ids, 0)
    const at = services.now()
    await recordChanges(
      tx,
      changed.map(({ id, before }) => ({ kind, id, op: 'update', at, fields: { image: [before, 0] } })),
    )
  })
}

/** By the ID of the image; empty if the site does not return them. */
async function readImageTexts(site: OpenSite, records: readonly SiteRecord[]): Promise<Map<number, RawRecord>> {
  const ids = records.map(({ record }) => (isRawRecord(record['image']) ? Number(record['image']['id']) : Number.NaN))
  const include = [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0).join()
  if (include === '') return new Map()
  const { body } = await site.get('/wp/v2/media', { include, per_page: '100', _fields: 'id,alt_text,caption' })
  const media = Array.isArray(body) ? body.filter(isRawRecord) : []
  return new Map(
    media.map(({ id, alt_text, caption }) => [
      Number(id),
      { alt_text, caption: isRawRecord(caption) ? caption['rendered'] : caption },
    ]),
  )
}

/** Images of the site are fetched like its records; all others only from public hosts. */
function createSiteImageFetch({ site, services }: ImportRun, records: readonly SiteRecord[]): SafeFetch {
  const reduced = new Map(
    records.flatMap(({ record }) => {
      const image = readImage(record)
      return image?.reduced === undefined ? [] : [[image.url, image.reduced] as const]
    }),
  )
  const hosts = new Set([
    site.address.root.host,
    ...(URL.canParse(site.address.home) ? [new URL(site.address.home).host] : []),
  ])
  const fetchOne: SafeFetch = async (url, request) => {
    if (!hosts.has(new URL(url).host)) return services.fetch(url, request)
    const reply = await site.client.get(new URL(url), request).catch(() => undefined)
    if (!reply) return { failure: 'unreachable' }
    if (reply.status !== 200) return { failure: 'status' }
    return {
      ...{ bytes: reply.bytes, encoding: '' },
      contentType: reply.header('content-type'),
      etag: reply.header('etag'),
      lastModified: reply.header('last-modified'),
      url: reply.url.href,
    }
  }
  return async (url, request) => {
    const fetched = await fetchOne(url, request)
    const smaller = reduced.get(url)
    return 'failure' in fetched && smaller !== undefined ? fetchOne(smaller, request) : fetched
  }
}
