import type { enEditing } from './en-editing.ts'

export const ptEditing: Readonly<Record<keyof typeof enEditing, string>> = {
  'preview.hours': 'Horas durante as quais a ligação é válida',
  'preview.has_password': 'Se uma palavra-passe protege o evento',
  'preview.html': 'A página do evento com os campos enviados, em HTML',
  'preview.url': 'URL da página. Quem o tiver vê o evento até expirar',
  'preview.expires': 'Fim da validade da ligação, UTC; null sem ligação',
  'preview.revoked': 'Se havia uma ligação válida',
  'operation.getEventInput': 'Obter os campos de um evento na forma em que são escritos',
  'operation.previewEvent': 'Mostrar a página de um novo evento sem o guardar',
  'operation.previewEventChange': 'Mostrar a página de um evento alterado sem guardar a alteração',
  'operation.getPreviewLink': 'Obter o estado da ligação de pré-visualização de um evento',
  'operation.createPreviewLink':
    'Criar uma ligação que mostra um evento não publicado a quem não tem conta, em vez da ligação anterior',
  'operation.revokePreviewLink': 'Revogar a ligação de pré-visualização de um evento',
}
