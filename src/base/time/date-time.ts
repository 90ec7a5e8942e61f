/** `YYYY-MM-DD HH:MM:SS`, years 0000 to 9999. The time zone depends on the context. */
export type DateTime = string
