import { sanitizeVisitorHtml } from './mark-links.ts'
import { sanitizeHtml } from './sanitize.ts'
import { replaceVideoFrames } from './videos.ts'

/** Sanitizes a description. Scripts and styles disappear. Frames with videos become links on a line of their own, which pages show as players. */
export const sanitizeContent = (raw: string): string => sanitizeHtml(replaceVideoFrames(raw), 'content')

/** The same for texts of visitors (`sanitizeVisitorHtml`). */
export const sanitizeVisitorContent = (raw: string): string => sanitizeVisitorHtml(replaceVideoFrames(raw))
