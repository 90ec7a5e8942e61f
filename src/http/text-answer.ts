/** A whole answer of what is served beside the interface: short, and made for one request. */
export interface TextAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}
