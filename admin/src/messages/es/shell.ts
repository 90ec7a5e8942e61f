export const messages = {
  shell: {
    groups: { calendar: 'Calendario', directory: 'Directorio', exchange: 'Intercambio', site: 'Sitio' },
    scopes: {
      this: 'Solo este evento',
      following: 'Este evento y los siguientes',
      all: 'Todos los eventos de la serie',
    },
    account: 'Cuenta',
    view_site: 'Ver el sitio',
    session_ended: 'Ha salido de la sesión',
    session_ended_text:
      'La sesión ha terminado. Inicie sesión de nuevo en otra ventana para continuar. No se pierde nada de lo que ha escrito.',
    sign_in: 'Iniciar sesión',
    signed_in: 'Ha iniciado sesión. Puede cerrar esta ventana.',
    welcome: 'Hola, %{name}',
    skip: 'Saltar al contenido',
  },
}
