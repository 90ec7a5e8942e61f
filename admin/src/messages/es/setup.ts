export const messages = {
  setup: {
    title: 'Configure su calendario',
    account: 'Su cuenta',
    site: 'Su sitio',
    token: 'Token de configuración',
    token_help: 'El servicio lo muestra al iniciarse.',
    finish: 'Crear el calendario',
    done: 'Su calendario está listo',
    done_text: 'Empiece con un calendario vacío o explore primero con eventos de ejemplo.',
    with_sample: 'Añadir un calendario de ejemplo',
    empty: 'Empezar vacío',
    closed: 'Este calendario ya está configurado.',
    open_admin: 'Abrir la administración',
  },
}
