import type { Media } from '../model/media.ts'
import { can, type Viewer } from '../model/user.ts'

/** Users who may upload see the whole library; others see images of public records only. */
export const maySeeLibrary = (viewer: Viewer): boolean => can(viewer, 'edit_posts')

export const mayUpload = (viewer: Viewer): boolean => can(viewer, 'upload_files')

export function mayEditMedia(viewer: Viewer, { author }: Pick<Media, 'author'>): boolean {
  return can(viewer, 'edit_others_posts') || (mayUpload(viewer) && author === viewer.id)
}
