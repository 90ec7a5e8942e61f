import type { Post } from '../kernel/post.ts'
import { can, type Viewer } from '../kernel/user.ts'
import { mayEdit } from '../kernel/visibility.ts'

export const allowEveryone = (): boolean => true

export const mayCreate = (viewer: Viewer): boolean => can(viewer, 'edit_posts')

/** For a missing record the general capability decides, so that its error differs (wire-contract §15.3). */
export const mayChange = (viewer: Viewer, target: Post | undefined): boolean =>
  target ? mayEdit(viewer, target) : can(viewer, 'edit_posts')
