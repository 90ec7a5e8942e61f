/** What sample calendars are made of. Places and names are invented; the cities are real for their zones. */

export interface City {
  readonly city: string
  readonly country: string
  readonly state?: string
  readonly province?: string
  readonly zip: string
  readonly timezone: string
  /** Sign of local prices, and their ISO 4217 code. */
  readonly currency: string
  readonly code: string
}

export const CITIES: readonly City[] = [
  {
    city: 'New York',
    country: 'United States',
    state: 'NY',
    zip: '10011',
    timezone: 'America/New_York',
    currency: '$',
    code: 'USD',
  },
  {
    city: 'Chicago',
    country: 'United States',
    state: 'IL',
    zip: '60607',
    timezone: 'America/Chicago',
    currency: '$',
    code: 'USD',
  },
  {
    city: 'Portland',
    country: 'United States',
    state: 'OR',
    zip: '97209',
    timezone: 'America/Los_Angeles',
    currency: '$',
    code: 'USD',
  },
  {
    city: 'London',
    country: 'United Kingdom',
    province: 'Greater London',
    zip: 'E2 8AA',
    timezone: 'Europe/London',
    currency: '£',
    code: 'GBP',
  },
  {
    city: 'Berlin',
    country: 'Germany',
    province: 'Berlin',
    zip: '10119',
    timezone: 'Europe/Berlin',
    currency: '€',
    code: 'EUR',
  },
  {
    city: 'Kyoto',
    country: 'Japan',
    province: 'Kyoto',
    zip: '604-8001',
    timezone: 'Asia/Tokyo',
    currency: '¥',
    code: 'JPY',
  },
]

export const PLACES = ['Lantern Hall', 'Old Mill Theatre', 'Riverside Library', 'Copper Yard']
export const STREETS = ['Harbour Street', 'Mill Lane', 'Station Road', 'Orchard Row', 'Canal Walk', 'Chapel Street']

export const ORGANIZERS = [
  'Lantern Arts Collective',
  'Northside Neighbours',
  'The Reading Room Society',
  'Riverbank Runners',
  'Slow Food Circle',
  'Little Comet Productions',
  'Second Saturday Makers',
  'Open Window Choir',
  'Bright Field Film Club',
  'Harbour Jazz Workshop',
  'Garden Commons',
  'Night School for Everyone',
]

/** Who takes part: a first name and a surname of three parts, thousands of them, so that few events share one. */
export const FIRST_NAMES = [
  'Ada',
  'Bruno',
  'Clara',
  'Dov',
  'Elif',
  'Farid',
  'Greta',
  'Hugo',
  'Ines',
  'Jonah',
  'Kaya',
  'Leo',
]
export const SURNAME_STARTS = [
  'Al',
  'Bel',
  'Cor',
  'Dar',
  'Es',
  'Fal',
  'Gar',
  'Hol',
  'Is',
  'Jor',
  'Kel',
  'Lin',
  'Mar',
  'Nor',
  'Or',
]
export const SURNAME_MIDDLES = [
  'a',
  'be',
  'ci',
  'den',
  'er',
  'fin',
  'gel',
  'i',
  'kin',
  'lo',
  'mer',
  'na',
  'or',
  'ra',
  'stan',
  'ter',
]
export const SURNAME_ENDS = [
  'berg',
  'court',
  'dale',
  'field',
  'gren',
  'holt',
  'kamp',
  'ley',
  'mond',
  'nova',
  'rath',
  'son',
  'ton',
  'vik',
  'wood',
]

/** What is worth knowing before one comes. */
export const ADVICE = [
  'Please come ten minutes early: once the doors are shut, they stay shut until the break.',
  'The nearest tram stops at the corner, and there are racks for forty bicycles in the yard.',
  'Step-free from the street, with a hearing loop in the large room; tell us what else you need.',
  'Coffee, soup and bread are sold until the end, and tap water is free at the counter.',
  'Children under twelve come in free of charge when a grown-up keeps an eye on them.',
  'Photographs are welcome as long as they are taken without flash and nobody minds.',
  'Places cannot be reserved by telephone; what is left is given out at the door an hour before.',
  'When it rains we move indoors, and a note at the gate says which way to go.',
]

/** Categories with those below them. */
export const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  Music: ['Jazz', 'Choirs & Orchestras'],
  Stage: ['Theatre', 'Comedy'],
  Film: [],
  Learning: ['Talks', 'Workshops'],
  Outdoors: ['Running', 'Gardens'],
  'Food & Markets': [],
  Exhibitions: [],
}

export const TAGS = [
  'family friendly',
  'free entry',
  'wheelchair accessible',
  'beginners welcome',
  'after work',
  'weekend',
  'live music',
  'bring a friend',
  'local makers',
  'limited seats',
]

/** A kind of event: when it happens, how long, and what it is called. */
export interface Programme {
  readonly category: string
  readonly titles: readonly string[]
  readonly text: string
  /** Hours at which it may start; none for whole days. */
  readonly hours: readonly number[]
  /** Minutes, or days when it takes whole ones. */
  readonly length: number
  /** Days between two of a series; 0 for what happens once. */
  readonly every: 0 | 7 | 14 | 28
  /** Amounts in local money: one, or from and to; none is free. */
  readonly prices: readonly (readonly number[])[]
}

export const PROGRAMMES: readonly Programme[] = [
  {
    category: 'Jazz',
    titles: ['Jazz at Nine', 'Late Set with Strangers', 'The Blue Hour Quartet', 'Open Jam & Listening'],
    text: 'Two sets and a break for drinks. Players who want to sit in bring their instrument and sign the board.',
    hours: [19, 20, 21],
    length: 150,
    every: 7,
    prices: [[12], [8, 15], []],
  },
  {
    category: 'Choirs & Orchestras',
    titles: ['Open Choir Evening', 'Strings by Candlelight', 'Brass in the Courtyard'],
    text: 'An hour of music old and new. Doors open half an hour before the first note.',
    hours: [18, 19],
    length: 90,
    every: 28,
    prices: [[10, 25], [18]],
  },
  {
    category: 'Theatre',
    titles: ['The Long Way Home', 'Three Chairs', 'A Map of the Kitchen', 'Rain, Act One'],
    text: 'A small stage, a short play and time to talk with the company afterwards.',
    hours: [19, 20],
    length: 120,
    every: 7,
    prices: [[15, 30], [22.5]],
  },
  {
    category: 'Comedy',
    titles: ['New Material Night', 'Five Minutes Each', 'The Friendly Heckle'],
    text: 'Eight comedians try what they wrote this week. Some of it has never been said aloud.',
    hours: [20],
    length: 105,
    every: 14,
    prices: [[5], [5, 8]],
  },
  {
    category: 'Film',
    titles: ['Sunday Matinee', 'Films from the Attic', 'Short Film Evening', 'Silent Film with Piano'],
    text: 'Shown as it was meant to be seen, with an introduction before and a conversation after.',
    hours: [11, 15, 19],
    length: 135,
    every: 14,
    prices: [[9], [6, 11]],
  },
  {
    category: 'Talks',
    titles: ['Maps Before Satellites', 'What Rivers Remember', 'A Short History of Bread', 'Letters to the City'],
    text: 'Forty minutes of talk, twenty of questions. The slides are sent to everybody who asks.',
    hours: [17, 18, 19],
    length: 60,
    every: 0,
    prices: [[], [5]],
  },
  {
    category: 'Workshops',
    titles: ['Bookbinding for Beginners', 'Repair Café', 'Clay on Thursday', 'First Steps in Letterpress'],
    text: 'All tools and materials are there. Come in clothes that may get dirty.',
    hours: [10, 14, 18],
    length: 180,
    every: 14,
    prices: [[35], [20, 40], []],
  },
  {
    category: 'Running',
    titles: ['Easy Five', 'Track Tuesday', 'Sunrise Run'],
    text: 'We run at the pace of the slowest and nobody is left behind. Meet at the gate.',
    hours: [6, 7, 18],
    length: 60,
    every: 7,
    prices: [[]],
  },
  {
    category: 'Gardens',
    titles: ['Seed Swap', 'Open Gardens Day', 'Pruning Morning'],
    text: 'Bring what you have too much of and take home what you miss.',
    hours: [9, 10],
    length: 180,
    every: 28,
    prices: [[]],
  },
  {
    category: 'Food & Markets',
    titles: ['Farmers Market', 'Night Market', 'Soup & Stories'],
    text: 'Thirty stalls from within an hour of the city, and a long table in the middle.',
    hours: [8, 16],
    length: 300,
    every: 7,
    prices: [[]],
  },
  {
    category: 'Exhibitions',
    titles: ['Paper Architecture', 'The Colour of Salt', 'Portraits of a Street', 'Unfinished Instruments'],
    text: 'Open all day. Guided tours at noon for everybody who is there.',
    hours: [],
    length: 21,
    every: 0,
    prices: [[], [7]],
  },
  {
    category: 'Music',
    titles: ['Three Days by the River', 'Courtyard Festival', 'The Small Stages Weekend'],
    text: 'Four stages, forty groups and no headliner. Tickets are good for the whole of it.',
    hours: [],
    length: 3,
    every: 0,
    prices: [[45, 90], [60]],
  },
  {
    category: 'Learning',
    titles: ['Open House', 'Day of Old Trades', 'Family Science Day'],
    text: 'Doors are open from morning to evening, and somebody is there to answer in every room.',
    hours: [],
    length: 1,
    every: 0,
    prices: [[], [4]],
  },
]
