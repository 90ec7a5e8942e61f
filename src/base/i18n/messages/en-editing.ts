/** Descriptions of the routes for editing events. */
export const enEditing = {
  'preview.hours': 'Hours for which the link is valid',
  'preview.has_password': 'Whether a password protects the event',
  'preview.html': 'The page of the event with the submitted fields, as HTML',
  'preview.url': 'URL of the page. Everyone who has it sees the event until it expires',
  'preview.expires': 'End of the validity of the link, UTC; null without a link',
  'preview.revoked': 'Whether there was a valid link',
  'operation.getEventInput': 'Get the fields of an event in the form in which writes accept them',
  'operation.previewEvent': 'Render the page of a new event without saving it',
  'operation.previewEventChange': 'Render the page of a changed event without saving the change',
  'operation.getPreviewLink': 'Get the state of the preview link of an event',
  'operation.createPreviewLink':
    'Create a link that shows an unpublished event to viewers without an account, in place of the earlier link',
  'operation.revokePreviewLink': 'Revoke the preview link of an event',
} as const
