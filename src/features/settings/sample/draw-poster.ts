/** Posters of sample events: the same name and variant always produce the same image. */

import { type Palette, POSTER_HEIGHT, POSTER_WIDTH, SCENES, type SceneName } from './poster-scenes.ts'
import { createRandom } from './seeded-random.ts'

const PALETTES: readonly Palette[] = [
  { paper: '#f4ecd8', deep: '#1f3a4d', main: '#e2583e', second: '#f2b134', third: '#4d9078' },
  { paper: '#fdf6ec', deep: '#2b2d42', main: '#d8436a', second: '#ffd166', third: '#06a77d' },
  { paper: '#eef3f5', deep: '#16324f', main: '#2a9d8f', second: '#e9c46a', third: '#e76f51' },
  { paper: '#f7efe5', deep: '#3d2645', main: '#832161', second: '#da4167', third: '#f0a868' },
  { paper: '#eaf4e6', deep: '#1d3b2a', main: '#3a7d44', second: '#f4d35e', third: '#ee964b' },
  { paper: '#f1f0ea', deep: '#22223b', main: '#4a6fa5', second: '#d9a5a0', third: '#f2cc8f' },
  { paper: '#fff4e0', deep: '#2d3142', main: '#ef8354', second: '#4f5d75', third: '#9fb8ad' },
]

export interface Poster {
  readonly name: string
  readonly title: string
  readonly alt_text: string
  readonly svg: string
}

/** Each variant of a scene has other colors and other details. */
export function drawPoster(scene: SceneName, variant: number): Poster {
  const index = Object.keys(SCENES).indexOf(scene)
  const palette = PALETTES[(index + 3 * variant) % PALETTES.length] ?? PALETTES[0]
  if (palette === undefined) throw new Error('there is no palette')
  const { draw, shows } = SCENES[scene]
  const size = `width="${POSTER_WIDTH}" height="${POSTER_HEIGHT}" viewBox="0 0 ${POSTER_WIDTH} ${POSTER_HEIGHT}"`
  return {
    name: `${scene}-${variant + 1}`,
    title: `Sample poster: ${scene} ${variant + 1}`,
    alt_text: shows,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${draw(palette, createRandom(97 * index + variant + 1))}</svg>`,
  }
}
