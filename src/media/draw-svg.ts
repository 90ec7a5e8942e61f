/**
 * Turns a drawing of ours into a WebP image. SVG of others must never be read, so this is for commands that handle no
 * uploads, and has to happen before the first `preparePicture`, which blocks all formats that are not uploaded.
 */
export async function drawSvg(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).webp({ quality: 90, effort: 2 }).toBuffer()
}
