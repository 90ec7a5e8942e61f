/** Actions that ask for a value. */
export const BULK_DIALOGS = ['status', 'categories', 'venue', 'organizer', 'shift', 'cancel'] as const
export type BulkDialogName = (typeof BULK_DIALOGS)[number]
