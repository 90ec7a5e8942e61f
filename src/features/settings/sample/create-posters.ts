import { findMediaBySource } from '../../../calendar/images/image-store.ts'
import { uploadMedia } from '../../../calendar/images/media-library.ts'
import type { Services } from '../../../calendar/services.ts'
import type { Viewer } from '../../../kernel/user.ts'
import { drawSvg } from '../../media/draw-svg.ts'
import { drawPoster } from './draw-poster.ts'
import { SCENES, type SceneName } from './poster-scenes.ts'
import { POSTER_VARIANTS } from './sample-data.ts'

/** Image IDs per scene, in the order of their variants. */
export type PosterIds = ReadonlyMap<SceneName, readonly number[]>

export const NO_POSTERS: ReadonlyMap<SceneName, readonly number[]> = new Map()

/** Creates a fixed number of images, independent of the number of events. Images of an earlier run are reused. */
export async function createPosters(
  services: Services,
  viewer: Viewer,
  progress: (done: number, total: number) => void,
): Promise<PosterIds> {
  const variants = Object.keys(SCENES).flatMap((scene) =>
    isScene(scene) ? Array.from({ length: POSTER_VARIANTS }, (_, variant) => ({ scene, variant })) : [],
  )
  const drawn = []
  for (const { scene, variant } of variants) {
    const { svg, ...poster } = drawPoster(scene, variant)
    const source_url = `calends:seed/${poster.name}`
    const existingId = await findMediaBySource(services.database.read, source_url)
    drawn.push({
      ...poster,
      scene,
      source_url,
      existingId,
      bytes: existingId === undefined ? await drawSvg(svg) : undefined,
    })
  }
  const posters = new Map<SceneName, number[]>()
  let done = 0
  for (const { scene, existingId, bytes, ...origin } of drawn) {
    const id = existingId ?? (bytes && (await addPoster(services, viewer, bytes, origin)))
    if (id !== undefined) posters.set(scene, [...(posters.get(scene) ?? []), id])
    progress(++done, drawn.length)
  }
  return posters
}

const isScene = (name: string): name is SceneName => name in SCENES

async function addPoster(
  services: Services,
  viewer: Viewer,
  bytes: Buffer,
  origin: Parameters<typeof uploadMedia>[3],
): Promise<number> {
  const media = await uploadMedia(services, viewer, bytes, origin)
  if ('failure' in media) throw new Error(`Cannot store the poster ${origin.name}: ${media.failure}`)
  return media.id
}
