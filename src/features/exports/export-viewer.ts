import type { Viewer } from '../../kernel/user.ts'

/** Exports contain what an administrator sees. */
export const EXPORT_VIEWER: Viewer = { id: 0, role: 'administrator' }
