/** Small files that require much memory to decode. */
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { createPngChunk } from './encode-png.ts'

/** A valid, empty PNG with one bit per pixel: a few kilobytes that decode to hundreds of megabytes. */
export function createEmptyPng(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    createPngChunk('IHDR', header),
    createPngChunk('IDAT', pixels),
    createPngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** An AVIF of 7071 x 7071 pixels of one color, in a kilobyte. */
export const LARGE_AVIF: Buffer = Buffer.from(
  [
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAA',
    'AAAERAAAEAAQAAAAAA+gABAAAAAAAAAvMAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAA',
    'AAA4aXBjbwAAAAxhdjFDgT8CAAAAABRpc3BlAAAAAAAAG58AABufAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAL7bW',
    'RhdBIACgo/8zc9ueaQENBpMuIFERKExgmHnnnmgkAAAFjPzEUivmhKsCu+hGzaTcQnLFB1uQ33xXnbGOOMCpRbXU/IUjLJl6fTIS1leYmmtZM7',
    'VNxjQSZ+LxLiPEbDNYTogzKTjVjlyJRk/d7OMPAmdu/groiMsorfiFnPzFJekZ8BKmOhCX2Ykk8uWBx1XPEfbdRmJGC33RVLGWXFLiExuanCR3',
    '6OlztcWTsJMpAKzIMNdVLJwOZ6sOCtJCFAaZHBIQxfmb03WT5SK9yJIoG3OlET22Raz8xSXpGfASpjoQl9mJJPLlgcdVzxH23UZiRgt90VSxll',
    'xS4hMbmpwkd+jpc7XFk7CTKQCrp5vMVT2oS53OeQSygU2denBdKFFyHUxTbgcJMBDBA6nPUsUKWk8FnPzFJekZ8BKmOhCX2Ykk8uWBx1XPEfbd',
    'RmJGC33RVLGWXFLiExuanCR36OlztcWTsJMpAKzIMNdVLJwOZ6sOCtJCFAaZHBIQxfmb03WT5SK9yJIoG3OlET22Raz8xSXpGfASpjoQl9mJJP',
    'LlgcdVzxH23UZiRgt90VSxllxS4hMbmpwkd+jpc7XFk7CTKQCrp5vMVT2oS53OeQSygU2denBdKFFyHUxTbgcJMBDBA6nPUsUKWk8FnPzFJekZ',
    '8BKmOhCX2Ykk8uWBx1XPEfbdRmJGC33RVLGWXFLiExuanCR36OlztcWTsJMpAKzIMNdVLJwOZ6sOCtJCFAaZHBIQxfmb03WT5SK9yJIoG3OlET',
    '22RYz8xSXpGfASpjoQl9mJJPLlgcdVzxH23UZiRgt90VSxllxS4hMbmpwkd+jpc7XFk7CTKQCrp5vMVT2oS53OeQSygU2denBdKFFyHUxTbgcJ',
    'MBDBA6nPUsULTPzFJekZ8BKmOhCX2Ykk8uWBx1XPEfbdRmJGC33RVLGWXFLiExuanCR36OlztcWTsJMpAKzIMNdVLJwOZ6sOCtJCFAaZHBIQxf',
    'mb03WT5SK9yJIoG3OlEX',
  ].join(''),
  'base64',
)

/** The same file, whose header claims 100 x 100 pixels. */
export function createMismatchedAvif(): Buffer {
  const bytes = Buffer.from(LARGE_AVIF)
  const dimensions = bytes.indexOf('ispe') + 8
  bytes.writeUInt32BE(100, dimensions)
  bytes.writeUInt32BE(100, dimensions + 4)
  return bytes
}

const flat = (width: number, height: number, red = 200) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 80, b: 10 } } })

/** A decoder needs all coefficients in memory until the last pass. */
export const createProgressiveJpeg = (side: number): Promise<Buffer> =>
  flat(side, side).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()

/** A decoder needs all pixels in memory until the last pass. */
export const createInterlacedPng = (side: number): Promise<Buffer> =>
  flat(side, side).ensureAlpha().png({ progressive: true, compressionLevel: 1 }).toBuffer()

export async function createLargeAnimation(type: 'gif' | 'webp', frames: number, side: number): Promise<Buffer> {
  const stack = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      flat(side, side, index * 4)
        .png()
        .toBuffer(),
    ),
  )
  return sharp(stack, { join: { animated: true } })
    [type]({ effort: 1 })
    .toBuffer()
}
