export const messages = {
  setup: {
    title: 'Set up your calendar',
    account: 'Your account',
    site: 'Your site',
    token: 'Setup token',
    token_help: 'The service prints it when it starts.',
    finish: 'Create the calendar',
    done: 'Your calendar is ready',
    done_text: 'Start with an empty calendar, or look around with sample events first.',
    with_sample: 'Add a sample calendar',
    empty: 'Start empty',
    closed: 'This calendar is already set up.',
    open_admin: 'Open the admin',
  },
}
