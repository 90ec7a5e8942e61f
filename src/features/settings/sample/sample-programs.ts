/** Programs of the sample town: weekly series, single events, runs of plays, festivals and exhibitions. */
import type { SceneName } from './poster-scenes.ts'
import type { VenueKind } from './sample-town.ts'

export type Weekday = 'Sun' | 'Mon' | 'Tue' | 'Wed' | 'Thu' | 'Fri' | 'Sat'

/** Weekdays and times of day, HH:MM, that fit the titles. */
export interface Slot {
  readonly days: readonly Weekday[]
  readonly times: readonly string[]
}

interface ProgramDetails {
  readonly category: string
  readonly scene: SceneName
  readonly venues: readonly VenueKind[]
  /** Name of the usual organizer. */
  readonly organizer: string
  /** Templates: {person}, {band}, {piece} and {topic} are replaced. */
  readonly titles: readonly string[]
  readonly text: string
  readonly tags: readonly string[]
  /** Alternatives: no amount is free, several are reduced and full price. */
  readonly prices: readonly (readonly number[])[]
  /** First and last month in which it takes place; all year when missing. */
  readonly months?: readonly [number, number]
}

/** An event with a time of day. */
export interface TimedProgram extends ProgramDetails {
  readonly slot: Slot
  readonly minutes: number
  /** Days between the events of a series; 0 for single events. */
  readonly intervalDays: 0 | 7 | 14 | 28
  /** Number of consecutive days on which the event is repeated. */
  readonly nights?: number
}

/** An event of whole days that begins on one of these weekdays. */
export interface WholeDayProgram extends ProgramDetails {
  readonly begins: readonly Weekday[]
  readonly days: number
}

const createSlot = (days: readonly Weekday[], ...times: readonly string[]): Slot => ({ days, times })
const FREE_ENTRY: readonly (readonly number[])[] = [[]]

/** Each has one title, as its weekday and time never change. */
export const SERIES: readonly TimedProgram[] = [
  {
    ...{ category: 'Food & Markets', scene: 'market', venues: ['square'], organizer: 'Growers of the Valley' },
    titles: ['Saturday Farmers Market'],
    text: 'Thirty stalls with vegetables, bread, cheese and flowers from within an hour of the town.',
    ...{
      tags: ['family friendly', 'local makers'],
      prices: FREE_ENTRY,
      slot: createSlot(['Sat'], '08:00'),
      minutes: 300,
      intervalDays: 7,
    },
  },
  {
    ...{ category: 'Jazz & Blues', scene: 'record', venues: ['club', 'cafe'], organizer: 'Harbor Jazz Workshop' },
    titles: ['Jazz at Nine'],
    text: 'Two sets by a house trio and its guests. Bring your instrument for the open session after the break.',
    ...{
      tags: ['live music'],
      prices: [[12], [8, 15]],
      slot: createSlot(['Fri'], '21:00'),
      minutes: 150,
      intervalDays: 7,
    },
  },
  {
    ...{ category: 'Running', scene: 'track', venues: ['park'], organizer: 'Lakeside Runners' },
    titles: ['Sunrise Run'],
    text: 'Five easy miles along the lake at the pace of the slowest runner. Meet at the gate.',
    ...{
      tags: ['beginners welcome', 'outdoors'],
      prices: FREE_ENTRY,
      slot: createSlot(['Wed'], '06:30'),
      minutes: 60,
      intervalDays: 7,
    },
  },
  {
    ...{ category: 'Classical & Choir', scene: 'notes', venues: ['church', 'hall'], organizer: 'Open Window Choir' },
    titles: ['Open Choir Evening'],
    text: 'Everyone can sing: we warm up together and learn one song from beginning to end.',
    ...{
      tags: ['beginners welcome'],
      prices: FREE_ENTRY,
      slot: createSlot(['Mon'], '19:00'),
      minutes: 90,
      intervalDays: 7,
    },
  },
  {
    ...{ category: 'Family', scene: 'books', venues: ['library'], organizer: 'Friends of the Library' },
    titles: ['Saturday Story Time'],
    text: 'Picture books read aloud for children from three to six, and time to draw afterwards.',
    ...{
      tags: ['family friendly'],
      prices: FREE_ENTRY,
      slot: createSlot(['Sat'], '10:30'),
      minutes: 45,
      intervalDays: 7,
    },
  },
  {
    ...{ category: 'Comedy', scene: 'microphone', venues: ['club', 'cafe'], organizer: 'Little Comet Comedy' },
    titles: ['New Material Night'],
    text: 'Eight comedians try out what they wrote this week. Some of it has never been heard before.',
    ...{
      tags: ['limited seats'],
      prices: [[5], [5, 8]],
      slot: createSlot(['Wed'], '20:00'),
      minutes: 105,
      intervalDays: 14,
    },
  },
  {
    ...{ category: 'Film', scene: 'film', venues: ['cinema'], organizer: 'Bright Field Film Club' },
    titles: ['Sunday Matinee'],
    text: 'A classic on the big screen, with a short introduction and a conversation afterwards.',
    ...{ tags: ['weekend'], prices: [[9], [6, 11]], slot: createSlot(['Sun'], '15:00'), minutes: 135, intervalDays: 7 },
  },
  {
    ...{ category: 'Workshops', scene: 'pottery', venues: ['workshop'], organizer: 'Second Saturday Makers' },
    titles: ['Clay on Thursday'],
    text: "Six potter's wheels, a kiln and a patient teacher. Materials are included; wear old clothes.",
    ...{ tags: ['beginners welcome', 'local makers'], prices: [[35], [20, 35]], slot: createSlot(['Thu'], '18:00') },
    ...{ minutes: 150, intervalDays: 7 },
  },
  {
    ...{
      category: 'Workshops',
      scene: 'pottery',
      venues: ['workshop', 'library'],
      organizer: 'Second Saturday Makers',
    },
    titles: ['Repair Café'],
    text: 'Volunteers help you repair lamps, bicycles, clothes and toasters. Bring what is broken.',
    ...{
      tags: ['local makers', 'family friendly'],
      prices: FREE_ENTRY,
      slot: createSlot(['Sat'], '14:00'),
      minutes: 180,
      intervalDays: 28,
    },
  },
  {
    ...{ category: 'Running', scene: 'track', venues: ['park'], organizer: 'Lakeside Runners' },
    titles: ['Track Tuesday'],
    text: 'Intervals for every level, with a coach. The changing rooms are open from six.',
    ...{
      tags: ['after work', 'outdoors'],
      prices: FREE_ENTRY,
      slot: createSlot(['Tue'], '18:30'),
      minutes: 75,
      intervalDays: 7,
    },
  },
  {
    ...{ category: 'Classical & Choir', scene: 'notes', venues: ['church'], organizer: 'Lantern Arts Collective' },
    titles: ['Lunchtime Concert'],
    text: 'Half an hour of chamber music in the middle of the day. You may bring your sandwich.',
    ...{ tags: ['live music'], prices: FREE_ENTRY, slot: createSlot(['Thu'], '12:15'), minutes: 40, intervalDays: 7 },
  },
  {
    ...{ category: 'Learning', scene: 'talk', venues: ['cafe', 'library'], organizer: 'Northside Neighbors' },
    titles: ['Conversation Table: Spanish and English'],
    text: 'Half of the evening in each language. Beginners are as welcome as native speakers.',
    ...{
      tags: ['beginners welcome', 'after work'],
      prices: FREE_ENTRY,
      slot: createSlot(['Tue'], '18:00'),
      minutes: 90,
      intervalDays: 7,
    },
  },
  {
    ...{ category: 'Gardening', scene: 'hills', venues: ['garden'], organizer: 'Garden Commons' },
    titles: ['Sunday Garden Hours'],
    text: 'We weed, water and harvest together. Tools and gloves are there, and so is coffee.',
    ...{
      tags: ['outdoors', 'family friendly'],
      prices: FREE_ENTRY,
      slot: createSlot(['Sun'], '10:00'),
      minutes: 150,
      intervalDays: 7,
    },
    months: [4, 10],
  },
]

export const SINGLE_EVENTS: readonly TimedProgram[] = [
  {
    ...{ category: 'Jazz & Blues', scene: 'record', venues: ['hall', 'club'], organizer: 'Harbor Jazz Workshop' },
    titles: ['{band}', '{person} Quartet', 'An Evening with {person}', '{band} and Friends'],
    text: 'New songs and a few old ones, in two sets with a break. Doors open an hour before the first song.',
    ...{
      tags: ['live music'],
      prices: [[18], [12, 20], [25]],
      slot: createSlot(['Thu', 'Fri', 'Sat'], '20:00', '20:30'),
    },
    ...{ minutes: 150, intervalDays: 0 },
  },
  {
    ...{ category: 'Classical & Choir', scene: 'notes', venues: ['church', 'hall'], organizer: 'Open Window Choir' },
    titles: ['Strings by Candlelight', '{person}: Piano Recital', 'Songs for Four Voices', 'Brass and Organ'],
    text: 'An hour of music old and new, without a break. The musicians introduce each piece.',
    ...{
      tags: ['live music', 'limited seats'],
      prices: [[10, 25], [18]],
      slot: createSlot(['Fri', 'Sat', 'Sun'], '19:30'),
    },
    ...{ minutes: 80, intervalDays: 0 },
  },
  {
    ...{ category: 'Theater', scene: 'stage', venues: ['theater'], organizer: 'Old Mill Players' },
    titles: ['{piece}'],
    text: 'A play for three actors in two acts. The company talks with the audience after the first night.',
    ...{
      tags: ['limited seats'],
      prices: [[15, 30], [22]],
      slot: createSlot(['Thu'], '19:30'),
      minutes: 130,
      intervalDays: 0,
      nights: 3,
    },
  },
  {
    ...{ category: 'Film', scene: 'film', venues: ['cinema'], organizer: 'Bright Field Film Club' },
    titles: ['Short Film Evening', 'Silent Film with Live Piano', 'First Screening: {piece}', '{person} in Person'],
    text: 'Shown once, in the original version with subtitles. The director answers questions after the film.',
    ...{
      tags: ['after work'],
      prices: [[9], [6, 11]],
      slot: createSlot(['Tue', 'Wed', 'Fri', 'Sat'], '19:00', '20:15'),
    },
    ...{ minutes: 125, intervalDays: 0 },
  },
  {
    ...{ category: 'Talks', scene: 'talk', venues: ['library', 'museum'], organizer: 'Friends of the Library' },
    titles: ['{topic}', '{topic}', '{person} Reads'],
    text: 'Forty minutes of talk and twenty of questions. The slides are online the next day.',
    ...{
      tags: ['wheelchair accessible'],
      prices: [[], [5]],
      slot: createSlot(['Tue', 'Wed', 'Thu'], '18:30', '19:00'),
    },
    ...{ minutes: 60, intervalDays: 0 },
  },
  {
    ...{ category: 'Workshops', scene: 'pottery', venues: ['workshop'], organizer: 'Second Saturday Makers' },
    titles: ['Bookbinding for Beginners', 'First Steps in Letterpress', 'Baking Bread with {person}', 'Block Printing'],
    text: 'A small group, one teacher and a full day to learn the basics. Materials and lunch are included.',
    ...{ tags: ['beginners welcome', 'limited seats', 'weekend'], prices: [[65], [40, 65]] },
    ...{ slot: createSlot(['Sat', 'Sun'], '10:00'), minutes: 360, intervalDays: 0 },
  },
  {
    ...{ category: 'Gardening', scene: 'hills', venues: ['garden'], organizer: 'Garden Commons' },
    titles: ['Seed Swap', 'Pruning Morning', 'Plant Sale', 'Bees and Blossoms'],
    text: 'Bring what you have too much of and take home what you need. Advice is free.',
    ...{
      tags: ['outdoors', 'family friendly'],
      prices: FREE_ENTRY,
      slot: createSlot(['Sat', 'Sun'], '09:30', '10:00'),
    },
    ...{ minutes: 180, intervalDays: 0, months: [3, 10] },
  },
  {
    ...{ category: 'Outdoors', scene: 'hills', venues: ['park'], organizer: 'Northside Neighbors' },
    titles: ['Birds of the Lake: Morning Walk', 'Kite Day', 'Open-Air Chess'],
    text: 'Meet at the park entrance. It takes place in light rain too.',
    ...{
      tags: ['outdoors', 'family friendly'],
      prices: FREE_ENTRY,
      slot: createSlot(['Sat', 'Sun'], '09:00', '10:00'),
    },
    ...{ minutes: 120, intervalDays: 0, months: [4, 10] },
  },
  {
    ...{ category: 'Family', scene: 'books', venues: ['library', 'museum'], organizer: 'Friends of the Library' },
    titles: ['Puppet Theater: {piece}', 'Family Science Afternoon', 'Shadow Plays for Children'],
    text: 'For children from five to ten and everyone who comes with them. It lasts an hour.',
    ...{ tags: ['family friendly', 'weekend'], prices: [[], [6]], slot: createSlot(['Sat', 'Sun'], '14:30', '15:00') },
    ...{ minutes: 60, intervalDays: 0 },
  },
  {
    ...{ category: 'Food & Markets', scene: 'market', venues: ['square', 'hall'], organizer: 'Growers of the Valley' },
    titles: ['Night Market', 'Soup and Stories', 'Long Table Dinner'],
    text: 'Twenty kitchens, one long table and music until ten.',
    ...{
      tags: ['local makers', 'live music'],
      prices: FREE_ENTRY,
      slot: createSlot(['Fri', 'Sat'], '17:00', '17:30'),
      minutes: 300,
      intervalDays: 0,
    },
  },
]

export const FESTIVALS: readonly WholeDayProgram[] = [
  {
    ...{ category: 'Festivals', scene: 'bunting', venues: ['hall', 'theater'], organizer: 'Lantern Arts Collective' },
    titles: ['Small Stages Weekend', 'Lantern Folk Weekend', 'Three Days of New Music'],
    text: 'Four stages, forty groups and no headliner. A ticket is valid on all three days.',
    ...{ tags: ['live music', 'weekend', 'family friendly'], prices: [[45, 90], [60]], begins: ['Fri'], days: 3 },
  },
  {
    ...{
      category: 'Learning',
      scene: 'bunting',
      venues: ['museum', 'workshop'],
      organizer: 'Museum of Everyday Things',
    },
    titles: ['Open House', 'Day of Old Trades', 'Open Studios'],
    text: 'All rooms are open from morning to evening, with guides who answer questions in each of them.',
    ...{ tags: ['family friendly', 'weekend'], prices: FREE_ENTRY, begins: ['Sat', 'Sun'], days: 1 },
  },
]

export const EXHIBITIONS: readonly WholeDayProgram[] = [
  {
    ...{ category: 'Exhibitions', scene: 'tiles', venues: ['museum'], organizer: 'Museum of Everyday Things' },
    titles: ['One Hundred Chairs', 'The Color of Salt'],
    text: 'Open daily from ten to six. Guided tours at noon, included in the ticket.',
    ...{ tags: ['wheelchair accessible', 'family friendly'], prices: [[7], [4, 9]], begins: ['Sat'], days: 44 },
  },
  {
    ...{ category: 'Exhibitions', scene: 'tiles', venues: ['gallery'], organizer: 'Gallery Nine Artists' },
    titles: ['Portraits of a Street', 'Paper Architecture'],
    text: 'New work by seven artists of the town. Open daily from eleven to five.',
    ...{ tags: ['local makers', 'wheelchair accessible'], prices: FREE_ENTRY, begins: ['Fri'], days: 31 },
  },
  {
    ...{ category: 'Exhibitions', scene: 'tiles', venues: ['library'], organizer: 'Friends of the Library' },
    titles: ['Maps of the Lake, 1790 to Today', 'Letters to the Town'],
    text: 'In the reading room, during the opening hours of the library.',
    ...{ tags: ['wheelchair accessible'], prices: FREE_ENTRY, begins: ['Mon'], days: 27 },
  },
]

export const PIECES = [
  ...['The Long Way Home', 'Three Chairs', 'A Map of the Kitchen', 'Rain, Act One', 'The Lighthouse Sisters'],
  ...['Second Breakfast', 'The Night Ferry', 'What the Carpenter Saw', 'Ten Good Reasons', 'Snow on the Piano'],
]
export const TOPICS = [
  ...['Maps before Satellites', 'What Rivers Remember', 'A Short History of Bread', 'How Bridges Fail'],
  ...[
    'The Lake in Winter',
    'Why Languages Change',
    'Stars over the Town',
    'Repairing Old Clocks',
    'The Secret Life of Moss',
  ],
]
export const BAND_STARTS = [
  ...[
    'The Paper',
    'The Blue',
    'The Slow',
    'The Copper',
    'The Late',
    'The Second',
    'The Quiet',
    'The Velvet',
    'The Lost',
  ],
]
export const BAND_ENDS = [
  ...['Lanterns', 'Hour Band', 'Ferries', 'Orchards', 'Sparrows', 'Street Trio', 'Telegrams', 'Gardeners', 'Ramblers'],
]
