import { can, type Viewer } from './user.ts'

/**
 * Access class: viewers with the same access to every record, who therefore receive the same lists and records.
 * The rules compare roles, and records with their author only where the role does not decide: a subscriber too may own
 * records of an earlier role.
 */
export const getAccessClass = (viewer: Viewer): string =>
  can(viewer, 'edit_others_posts') ? viewer.role : `${viewer.role} ${viewer.id}`
