import type { enEditing } from './en-editing.ts'

export const deEditing: Readonly<Record<keyof typeof enEditing, string>> = {
  'preview.hours': 'Stunden, für die der Link gilt',
  'preview.has_password': 'Ob ein Passwort die Veranstaltung schützt',
  'preview.html': 'Die Seite der Veranstaltung mit den gesendeten Feldern als HTML',
  'preview.url': 'URL der Seite. Wer sie hat, sieht die Veranstaltung bis zum Ablauf',
  'preview.expires': 'Ende der Gültigkeit des Links, UTC; null ohne Link',
  'preview.revoked': 'Ob es einen gültigen Link gab',
  'operation.getEventInput': 'Die Felder einer Veranstaltung in der Form abrufen, in der sie geschrieben werden',
  'operation.previewEvent': 'Die Seite einer neuen Veranstaltung darstellen, ohne sie zu speichern',
  'operation.previewEventChange': 'Die Seite einer geänderten Veranstaltung darstellen, ohne die Änderung zu speichern',
  'operation.getPreviewLink': 'Den Zustand des Vorschaulinks einer Veranstaltung abrufen',
  'operation.createPreviewLink':
    'Einen Link erstellen, der eine unveröffentlichte Veranstaltung ohne Konto zeigt, anstelle des früheren Links',
  'operation.revokePreviewLink': 'Den Vorschaulink einer Veranstaltung widerrufen',
}
