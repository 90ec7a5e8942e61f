/** Names, categories and sentences for sample events. */

export const FIRST_NAMES = [
  ...['Ada', 'Bruno', 'Clara', 'Dov', 'Elif', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonah', 'Kaya', 'Leo'],
  ...['Mara', 'Nils', 'Olga', 'Priya', 'Quinn', 'Rosa', 'Samir', 'Tess'],
]
/** Surnames of three parts, thousands of them, so that few events share one. */
export const SURNAME_STARTS = [
  ...['Al', 'Bel', 'Cor', 'Dar', 'Es', 'Fal', 'Gar', 'Hol', 'Is', 'Jor', 'Kel', 'Lin', 'Mar', 'Nor', 'Or'],
]
export const SURNAME_MIDDLES = [
  ...['a', 'be', 'ci', 'den', 'er', 'fin', 'gel', 'i', 'kin', 'lo', 'mer', 'na', 'or', 'ra', 'stan', 'ter'],
]
export const SURNAME_ENDS = [
  ...[
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
  ],
]

/** Practical information at the end of a description. */
export const ADVICE = [
  'Please arrive ten minutes early; late seating is possible only in the break.',
  'The bus stops around the corner, and there are racks for forty bicycles at the entrance.',
  'The entrance is step-free, and the main room has a hearing loop. Write to us about other needs.',
  'Coffee, soup and bread are sold until the end, and tap water is free.',
  'Children under twelve are welcome when they come with an adult.',
  'You may take photographs without flash.',
  'Seats cannot be reserved by telephone. Remaining tickets are sold at the door from one hour before.',
  'Subscribe to the calendar of this venue to hear about changes.',
]

/** Categories with their children. */
export const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  Music: ['Jazz & Blues', 'Classical & Choir'],
  Stage: ['Theater', 'Comedy'],
  Film: [],
  Learning: ['Talks', 'Workshops'],
  Outdoors: ['Running', 'Gardening'],
  'Food & Markets': [],
  Exhibitions: [],
  Festivals: [],
  Family: [],
}

/** Colors of the categories and their children, as `#rrggbb`. */
export const CATEGORY_COLORS: Readonly<Record<string, string>> = {
  Music: '#7c3aed',
  Stage: '#be123c',
  Film: '#475569',
  Learning: '#0369a1',
  Outdoors: '#15803d',
  'Food & Markets': '#c2410c',
  Exhibitions: '#a16207',
  Festivals: '#c026d3',
  Family: '#0d9488',
}

export const TAGS = [
  ...['free entry', 'family friendly', 'wheelchair accessible', 'beginners welcome', 'after work', 'weekend'],
  ...['live music', 'local makers', 'limited seats', 'outdoors'],
]
