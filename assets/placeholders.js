/** Shows the ThumbHash of each image as its background until the image is loaded (https://evanw.github.io/thumbhash/). */

const { PI, cos, max, min, round } = Math

/**
 * Decodes a ThumbHash to the pixels of a small image.
 * @param {Uint8Array} hash
 */
function decode(hash) {
  /** @type {(index: number) => number} */
  const byte = (index) => hash[index] ?? 0
  const colors = byte(0) | (byte(1) << 8) | (byte(2) << 16)
  const shape = byte(3) | (byte(4) << 8)
  const hasAlpha = colors >> 23 !== 0
  const isLandscape = shape >> 15 !== 0
  const [longSide, shortSide] = [hasAlpha ? 5 : 7, shape & 7]
  const [nx, ny] = isLandscape ? [longSide, shortSide] : [shortSide, longSide]
  let nibble = hasAlpha ? 12 : 10
  /**
   * Reads the cosine terms of a channel, as functions of the position.
   * @type {(nx: number, ny: number, dc: number, scale: number) => (x: number, y: number) => number}
   */
  const readChannel = (nx, ny, dc, scale) => {
    /** @type {[number, number, number][]} */
    const terms = []
    for (let cy = 0; cy < ny; cy++)
      for (let cx = cy ? 0 : 1; cx * ny < nx * (ny - cy); cx++) {
        const value = (byte(nibble >> 1) >> ((nibble & 1) << 2)) & 15
        terms.push([cx, cy, (value / 7.5 - 1) * scale * 2])
        nibble++
      }
    return (x, y) => terms.reduce((sum, [cx, cy, factor]) => sum + factor * cos(PI * x * cx) * cos(PI * y * cy), dc)
  }
  // The specification increases the saturation by a quarter, to make up for the quantization.
  const light = readChannel(max(3, nx), max(3, ny), (colors & 63) / 63, ((colors >> 18) & 31) / 31)
  const blue = readChannel(3, 3, ((colors >> 6) & 63) / 31.5 - 1, (((shape >> 3) & 63) / 63) * 1.25)
  const red = readChannel(3, 3, ((colors >> 12) & 63) / 31.5 - 1, (((shape >> 9) & 63) / 63) * 1.25)
  const alpha = hasAlpha ? readChannel(5, 5, (byte(5) & 15) / 15, (byte(5) >> 4) / 15) : () => 1
  return { ratio: nx / ny, light, blue, red, alpha }
}

/** Longest side of a placeholder in pixels. The browser scales it smoothly. */
const SIDE = 12

/**
 * The placeholder as a data URL.
 * @param {string} text Base64 of a ThumbHash
 */
function render(text) {
  const { ratio, light, blue, red, alpha } = decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)))
  const canvas = document.createElement('canvas')
  canvas.width = max(1, round(SIDE * min(1, ratio)))
  canvas.height = max(1, round(SIDE / max(1, ratio)))
  const context = canvas.getContext('2d')
  if (!context) return ''
  const image = context.createImageData(canvas.width, canvas.height)
  for (let index = 0; index < image.data.length; index += 4) {
    const x = (((index / 4) % image.width) + 0.5) / image.width
    const y = (Math.floor(index / 4 / image.width) + 0.5) / image.height
    const [l, p, q] = [light(x, y), blue(x, y), red(x, y)]
    const b = l - (2 / 3) * p
    const r = (3 * l - b + q) / 2
    image.data.set(
      [r, r - q, b, alpha(x, y)].map((value) => 255 * min(1, max(0, value))),
      index,
    )
  }
  context.putImageData(image, 0, 0)
  return canvas.toDataURL()
}

/** @param {ParentNode} within */
function showPlaceholders(within) {
  for (const image of within.querySelectorAll('img[data-thumbhash]')) {
    if (!(image instanceof HTMLImageElement) || image.complete) continue
    image.style.backgroundImage = `url(${render(image.dataset['thumbhash'] ?? '')})`
    // The background would be visible through a transparent image.
    image.addEventListener('load', () => image.style.removeProperty('background-image'), { once: true })
  }
}

showPlaceholders(document)
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node instanceof Element) showPlaceholders(node)
}).observe(document.body, { childList: true, subtree: true })
