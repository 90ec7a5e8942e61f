/** The types of picture that are taken, by their file name's ending. */
export const PICTURE_MIMES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
} as const

export type PictureExtension = keyof typeof PICTURE_MIMES
export type PictureMime = (typeof PICTURE_MIMES)[PictureExtension]
export type PictureSizeName = 'medium' | 'large' | 'thumbnail' | 'medium_large'

export interface PictureSize {
  readonly name: PictureSizeName
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/** A picture as it is kept: upright, in sRGB, without any metadata. Width and height are in pixels, of one frame. */
export interface PreparedPicture {
  readonly mime: PictureMime
  readonly extension: PictureExtension
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
  /** Smaller ones in the same format, in the order of the wire (contract 7.5); none that would be as large as the original. */
  readonly sizes: readonly PictureSize[]
}

export interface FlawedPicture {
  readonly flaw: 'not-a-picture' | 'too-many-pixels'
}
