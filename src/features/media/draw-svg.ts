/**
 * Renders one of our own SVG drawings as WebP. Untrusted SVG must never be read, so only commands without uploads use this,
 * and only in processes that do not call `loadImageLibrary`, which blocks SVG.
 */
export async function drawSvg(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).webp({ quality: 90, effort: 2 }).toBuffer()
}
