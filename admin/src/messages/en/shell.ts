export const messages = {
  shell: {
    groups: { calendar: 'Calendar', directory: 'Directory', exchange: 'Exchange', site: 'Site' },
    scopes: {
      this: 'Only this event',
      following: 'This and the following events',
      all: 'All events of the series',
    },
    account: 'Account',
    view_site: 'View site',
    session_ended: 'You are signed out',
    session_ended_text:
      'Your session has ended. Sign in again in a new window to continue. Nothing that you entered is lost.',
    sign_in: 'Sign in',
    signed_in: 'You are signed in. You can close this window.',
    welcome: 'Welcome, %{name}',
    skip: 'Skip to content',
  },
}
