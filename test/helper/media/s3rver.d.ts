/** The part of s3rver that the tests use; the package has no types. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  class S3rver {
    constructor(options: {
      readonly address: string
      readonly port: number
      readonly silent: boolean
      readonly directory: string
      readonly vhostBuckets: boolean
      readonly configureBuckets: readonly { readonly name: string }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }

  export = S3rver
}
