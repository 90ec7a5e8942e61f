import type { enMedia } from './en-media.ts'

export const ptMedia: Readonly<Record<keyof typeof enMedia, string>> = {
  'hint.crop': 'É esperado um objeto com "x", "y", "width" e "height", de 0 a 1, dentro da imagem.',
  'hint.focal_point': 'É esperado um objeto com "x" e "y", de 0 a 1.',
  'media.crop': 'Parte da imagem original a mostrar, em frações da largura e da altura; null para a imagem inteira',
  'media.focal_point':
    'Ponto mais importante da imagem mostrada, em frações da largura e da altura; null para o centro',
  'media.url': 'URL de onde a imagem é obtida, em vez de um ficheiro',
  'media.unused': 'true: apenas imagens que nenhum registo usa; false: apenas imagens em uso. Só para editores',
  'media.missing_alt': 'true: apenas imagens sem texto alternativo; false: apenas imagens que o têm',
  'media.with': 'ID da imagem que substitui esta em todos os registos',
  'view.crop': 'Parte mostrada da imagem original, em frações da largura e da altura; null para a imagem inteira',
  'view.focal_point': 'Ponto mais importante da imagem, em frações da largura e da altura',
  'view.original': 'A imagem sem recorte, para utilizadores que a podem editar; null se for a mostrada',
  'view.image_alt_text': 'Texto alternativo da imagem',
  'view.usage': 'Registos que mostram a imagem, na medida em que os pode ver',
  'view.usage_kind': 'Tipo de registo',
  'view.replaced': 'Número de registos que mostram agora a outra imagem',
  'operation.listMediaUsage': 'Listar os eventos, locais, organizadores e séries que usam uma imagem',
  'operation.replaceMedia': 'Substituir uma imagem por outra em todos os registos',
  'operation.listCalendarEvents':
    'Listar os eventos de um período com os poucos campos que um calendário mostra, incluindo rascunhos',
  'calendar.from': 'Primeira data do período',
  'calendar.to': 'Última data do período',
  'view.calendar_events': 'Eventos que coincidem com o período, por início',
  'view.calendar_total': 'Número de eventos no período; a lista contém no máximo 5000',
  'view.calendar_hidden': 'Se o evento está oculto nas listagens; null se não o puder ver',
  'view.calendar_series': 'ID da série, ou null',
  'view.calendar_categories': 'ID das categorias',
  'view.can_edit': 'Se pode editar o evento',
}
