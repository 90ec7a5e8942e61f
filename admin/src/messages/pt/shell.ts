export const messages = {
  shell: {
    groups: { calendar: 'Calendário', directory: 'Diretório', exchange: 'Intercâmbio', site: 'Site' },
    scopes: {
      this: 'Apenas este evento',
      following: 'Este evento e os seguintes',
      all: 'Todos os eventos da série',
    },
    account: 'Conta',
    view_site: 'Ver o site',
    session_ended: 'A sessão terminou',
    session_ended_text:
      'A sua sessão terminou. Inicie sessão novamente noutra janela para continuar. Nada do que introduziu se perde.',
    sign_in: 'Iniciar sessão',
    signed_in: 'Sessão iniciada. Pode fechar esta janela.',
    welcome: 'Olá, %{name}',
    skip: 'Ir para o conteúdo',
  },
}
