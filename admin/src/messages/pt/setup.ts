export const messages = {
  setup: {
    title: 'Configure o seu calendário',
    account: 'A sua conta',
    site: 'O seu site',
    token: 'Token de configuração',
    token_help: 'O serviço mostra-o ao iniciar.',
    finish: 'Criar o calendário',
    done: 'O seu calendário está pronto',
    done_text: 'Comece com um calendário vazio ou explore primeiro com exemplos.',
    with_sample: 'Adicionar um calendário de exemplo',
    empty: 'Começar vazio',
    closed: 'Este calendário já está configurado.',
    open_admin: 'Abrir a administração',
  },
}
