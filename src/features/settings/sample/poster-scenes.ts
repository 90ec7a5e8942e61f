/** Drawings for sample posters, as parts of an SVG image of 1200 x 675. */
import type { Random } from './seeded-random.ts'

export const POSTER_WIDTH = 1200
export const POSTER_HEIGHT = 675

export interface Palette {
  readonly paper: string
  readonly deep: string
  readonly main: string
  readonly second: string
  readonly third: string
}

type Point = readonly [x: number, y: number]
type DrawScene = (palette: Palette, random: Random) => string

const rect = ([x, y]: Point, width: number, height: number, rest: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${rest}/>`
const circle = (x: number, y: number, radius: number, rest: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" ${rest}/>`
const path = (shape: string, rest: string): string => `<path d="${shape}" ${rest}/>`
const fill = (color: string, opacity = 1): string => `fill="${color}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''}`
const stroke = (color: string, width: number): string =>
  `fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"`
const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')
const drawBackground = (color: string): string => rect([0, 0], POSTER_WIDTH, POSTER_HEIGHT, fill(color))

function drawRecord({ deep, main, second, third, paper }: Palette, random: Random): string {
  const bars = repeat(14, (index) => {
    const height = random.between(60, 380)
    return rect([70 + index * 38, 340 - height / 2], 22, height, `rx="11" ${fill(index % 3 === 0 ? second : third)}`)
  })
  const grooves = repeat(6, (index) => circle(880, 340, 150 + index * 24, `${stroke(deep, 3)} stroke-opacity="0.6"`))
  return `${drawBackground(deep)}${bars}${circle(880, 340, 290, fill(main))}${grooves}${circle(880, 340, 100, fill(second))}${circle(880, 340, 14, fill(paper))}`
}

function drawNotes({ paper, deep, main, second, third }: Palette, random: Random): string {
  const lines = repeat(5, (index) => {
    const y = 210 + index * 62
    return path(`M0 ${y} C 300 ${y - 110}, 800 ${y + 130}, 1200 ${y - 20}`, stroke(deep, 5))
  })
  const heads = repeat(9, (index) => {
    const [x, y] = [110 + index * 122, random.between(200, 440)]
    const color = [main, second, third][index % 3] ?? main
    return `${path(`M${x + 30} ${y} V${y - 140}`, stroke(color, 10))}<ellipse cx="${x}" cy="${y}" rx="36" ry="27" transform="rotate(-18 ${x} ${y})" ${fill(color)}/>`
  })
  return `${drawBackground(paper)}${circle(980, 130, 190, fill(second, 0.25))}${lines}${heads}`
}

function drawStage({ deep, main, second, third, paper }: Palette, random: Random): string {
  const lights = [260, 600, 940].map((x) => {
    const target = random.between(380, 820)
    return path(`M${x - 26} 0 H${x + 26} L${target + 150} 560 H${target - 150} Z`, fill(second, 0.28))
  })
  const folds = repeat(5, (index) => {
    const color = fill(index % 2 === 0 ? main : third)
    const drop = 675 - index * 36
    return `${rect([index * 46, 0], 46, drop, color)}${rect([1200 - (index + 1) * 46, 0], 46, drop, color)}`
  })
  const chair = `${rect([540, 430], 120, 16, fill(paper))}${path('M550 446 V560 M650 446 V560 M550 300 V430', stroke(paper, 14))}`
  return `${drawBackground(deep)}${lights.join('')}<ellipse cx="600" cy="580" rx="420" ry="70" ${fill(third, 0.8)}/>${chair}${folds}`
}

function drawMicrophone({ paper, deep, main, second, third }: Palette, random: Random): string {
  const bubbles = repeat(12, () =>
    circle(
      random.between(560, 1180),
      random.between(40, 640),
      random.between(14, 70),
      fill(random.pick([second, third, deep]), 0.8),
    ),
  )
  const head = `<g transform="rotate(28 380 320)">${rect([300, 120], 160, 230, `rx="80" ${fill(deep)}`)}${rect([300, 228], 160, 20, fill(paper))}${rect([352, 350], 56, 260, `rx="20" ${fill(third)}`)}</g>`
  return `${drawBackground(paper)}${circle(380, 320, 270, fill(main))}${bubbles}${head}`
}

function drawFilm({ deep, main, second, third, paper }: Palette, random: Random): string {
  const frames = repeat(6, (index) => {
    const x = 20 + index * 200
    const color = random.pick([main, second, third])
    return rect([x, 500], 170, 110, `rx="8" ${fill(color)}`)
  })
  const holes = repeat(
    30,
    (index) => `${rect([index * 40 + 10, 468], 20, 16, fill(deep))}${rect([index * 40 + 10, 626], 20, 16, fill(deep))}`,
  )
  const beam = path('M190 210 L1200 20 V430 Z', fill(second, 0.85))
  return `${drawBackground(deep)}${beam}${circle(160, 210, 120, fill(main))}${circle(160, 210, 44, fill(paper))}${rect([0, 455], 1200, 200, fill(paper))}${holes}${frames}`
}

function drawTalk({ paper, deep, main, second, third }: Palette, random: Random): string {
  const bubble = (x: number, y: number, color: string, width: number) =>
    `${rect([x, y], width, 190, `rx="60" ${fill(color)}`)}${path(`M${x + 80} ${y + 170} l-20 90 l100 -80 z`, fill(color))}`
  const words = repeat(3, (index) =>
    rect([240, 190 + index * 42], random.between(180, 380), 18, `rx="9" ${fill(paper)}`),
  )
  return `${drawBackground(paper)}${bubble(560, 300, second, 520)}${bubble(330, 60, third, 620)}${bubble(160, 150, main, 540)}${words}${circle(1020, 560, 70, fill(deep))}`
}

function drawPottery({ paper, deep, main, second, third }: Palette, random: Random): string {
  const vase = (x: number, color: string, neck: number) =>
    `${path(`M${x - neck} 190 C ${x - neck} 300, ${x - 150} 320, ${x - 130} 440 C ${x - 110} 560, ${x + 110} 560, ${x + 130} 440 C ${x + 150} 320, ${x + neck} 300, ${x + neck} 190 Z`, fill(color))}${path(`M${x - 132} 420 H${x + 132}`, stroke(paper, 12))}`
  return `${drawBackground(second)}${rect([0, 530], 1200, 145, fill(deep))}${vase(280, main, random.between(30, 80))}${vase(610, third, random.between(30, 80))}${vase(940, paper, random.between(30, 80))}${path('M810 420 H1070', stroke(main, 12))}`
}

function drawTrack({ paper, deep, main, second, third }: Palette, random: Random): string {
  const lanes = repeat(7, (index) =>
    path(
      `M-60 ${690 - index * 46} C 420 ${600 - index * 58}, 780 ${560 - index * 40}, 1260 ${250 - index * 26}`,
      stroke(index % 2 === 0 ? main : third, 26),
    ),
  )
  const x = random.between(240, 560)
  return `${drawBackground(paper)}${circle(x, 230, 150, fill(second))}${lanes}${path('M-60 720 C 420 650, 780 600, 1260 300 V720 Z', fill(deep))}`
}

function drawHills({ paper, deep, main, second, third }: Palette, random: Random): string {
  const ridge = (y: number, lift: number) =>
    `M0 675 V${y} C 300 ${y - lift}, 520 ${y + lift}, 760 ${y - 20} S 1080 ${y - lift}, 1200 ${y} V675 Z`
  const plants = repeat(9, (index) => {
    const [x, height] = [80 + index * 130, random.between(90, 190)]
    const top = 640 - height
    return `${path(`M${x} 660 V${top}`, stroke(deep, 8))}${path(`M${x} ${top + 50} q -60 -10 -64 -70 q 60 6 64 70 q 4 -64 64 -70 q -4 60 -64 70`, fill(third))}`
  })
  return `${drawBackground(paper)}${circle(random.between(760, 1020), 190, 110, fill(second))}${path(ridge(380, 120), fill(third, 0.55))}${path(ridge(470, 90), fill(main))}${path(ridge(570, 40), fill(deep, 0.35))}${plants}`
}

function drawMarket({ paper, deep, main, second, third }: Palette, random: Random): string {
  const awning = repeat(10, (index) =>
    path(`M${index * 120} 0 H${(index + 1) * 120} V200 a60 60 0 0 1 -120 0 Z`, fill(index % 2 === 0 ? main : paper)),
  )
  const fruit = repeat(26, (index) => {
    const [column, row] = [index % 13, Math.floor(index / 13)]
    return circle(60 + column * 90 + row * 40, 470 - row * 70, 46, fill(random.pick([second, third, main])))
  })
  return `${drawBackground(second)}${rect([0, 260], 1200, 260, fill(paper))}${fruit}${rect([0, 510], 1200, 165, fill(deep))}${repeat(3, (index) => rect([60 + index * 390, 550], 300, 80, `rx="10" ${fill(third)}`))}${awning}`
}

function drawTiles(palette: Palette, random: Random): string {
  const colors = [palette.deep, palette.main, palette.second, palette.third]
  const size = 135
  const cells = repeat(45, (index) => {
    const [x, y] = [(index % 9) * size - 8, Math.floor(index / 9) * size]
    const turn = random.pick([0, 90, 180, 270])
    const color = random.pick(colors)
    const shape = random.chance(0.75)
      ? path(`M0 0 H${size} A${size} ${size} 0 0 1 0 ${size} Z`, fill(color))
      : circle(size / 2, size / 2, 46, fill(color))
    return `<g transform="translate(${x} ${y}) rotate(${turn} ${size / 2} ${size / 2})">${shape}</g>`
  })
  return `${drawBackground(palette.paper)}${cells}`
}

function drawBunting({ paper, deep, main, second, third }: Palette, random: Random): string {
  const flags = repeat(14, (index) => {
    const x = 10 + index * 86
    const y = 60 + Math.round(70 * Math.sin((Math.PI * (index + 0.5)) / 14))
    return path(`M${x} ${y} h70 l-35 100 z`, fill([main, second, third][index % 3] ?? main))
  })
  const tent = (x: number, color: string) =>
    `${path(`M${x} 320 L${x - 170} 600 H${x + 170} Z`, fill(color))}${path(`M${x} 320 L${x - 50} 600 H${x + 50} Z`, fill(deep))}`
  const confetti = repeat(40, () =>
    circle(
      random.between(20, 1180),
      random.between(200, 560),
      random.between(4, 11),
      fill(random.pick([main, second, third])),
    ),
  )
  return `${drawBackground(paper)}${confetti}${rect([0, 590], 1200, 85, fill(deep))}${tent(260, main)}${tent(600, third)}${tent(940, second)}${flags}`
}

function drawBooks(palette: Palette, random: Random): string {
  const colors = [palette.main, palette.second, palette.third, palette.deep]
  const bookshelf = (y: number) =>
    `${repeat(15, (index) => {
      const height = random.between(130, 215)
      return `${rect([30 + index * 77, y - height], 66, height, `rx="6" ${fill(random.pick(colors))}`)}${rect([42 + index * 77, y - height + 26], 42, 8, fill(palette.paper, 0.8))}`
    })}${rect([0, y], 1200, 24, fill(palette.deep))}`
  return `${drawBackground(palette.paper)}${bookshelf(290)}${bookshelf(590)}`
}

/** By name, with what they show, for people who cannot see the image. */
export const SCENES = {
  record: { draw: drawRecord, shows: 'A record beside a row of sound bars' },
  notes: { draw: drawNotes, shows: 'Notes on curved lines of music' },
  stage: { draw: drawStage, shows: 'An empty chair in the spotlights of a stage' },
  microphone: { draw: drawMicrophone, shows: 'A microphone in front of colored circles' },
  film: { draw: drawFilm, shows: 'A projector beam above a strip of film' },
  talk: { draw: drawTalk, shows: 'Three overlapping speech bubbles' },
  pottery: { draw: drawPottery, shows: 'Three vases on a table' },
  track: { draw: drawTrack, shows: 'A running track below the morning sun' },
  hills: { draw: drawHills, shows: 'Green plants in front of hills' },
  market: { draw: drawMarket, shows: 'Fruit on a market stall below an awning' },
  tiles: { draw: drawTiles, shows: 'A pattern of quarter circles' },
  bunting: { draw: drawBunting, shows: 'Festival tents below a row of flags' },
  books: { draw: drawBooks, shows: 'Two shelves of colored books' },
} as const satisfies Record<string, { readonly draw: DrawScene; readonly shows: string }>

export type SceneName = keyof typeof SCENES
