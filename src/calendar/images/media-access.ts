import { can, type Viewer } from '../../kernel/user.ts'
import type { Media } from './image.ts'

/**
 * Images that a viewer sees: `every`; `decided`, all except images of unapproved submissions; or `public`, images of public
 * records.
 */
export type LibraryScope = 'every' | 'decided' | 'public'

/** Only users who review see what visitors have sent. */
export function getLibraryScope(viewer: Viewer): LibraryScope {
  if (can(viewer, 'edit_others_posts')) return 'every'
  return can(viewer, 'edit_posts') ? 'decided' : 'public'
}

export const mayUpload = (viewer: Viewer): boolean => can(viewer, 'upload_files')

export function mayEditMedia(viewer: Viewer, { author }: Pick<Media, 'author'>): boolean {
  return can(viewer, 'edit_others_posts') || (mayUpload(viewer) && author === viewer.id)
}
