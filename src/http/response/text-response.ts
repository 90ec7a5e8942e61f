/** A whole answer of what is served beside the interface: short, and made for one request. */
export interface TextResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}
