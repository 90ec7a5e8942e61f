/** Name of the form field that visitors do not see and only programs fill in. */
export const HONEYPOT_FIELD = 'company'
