import { between, seededRandom } from '../fixtures/random.mjs'

const GIVEN = [
  'Aiko',
  'Ben',
  'Chloé',
  'Daichi',
  'Emma',
  'Farid',
  'Grace',
  'Haruto',
  'Inês',
  'Jonas',
  'Kaori',
  'Liam',
  'Mei',
  'Noah',
  'Olga',
  'Priya',
]
const FAMILY = [
  'Abe',
  'Brown',
  'Costa',
  'Dubois',
  'Endo',
  'Fischer',
  'García',
  'Hayashi',
  'Ito',
  'Jansen',
  'Kato',
  'Lindqvist',
  "O'Neil",
  'Sato',
  'Wang',
]
const CITIES = [
  ['Osaka', 'Japan'],
  ['Kyoto', 'Japan'],
  ['東京', 'Japan'],
  ['Berlin', 'Germany'],
  ['Lyon', 'France'],
  ['Porto', 'Portugal'],
  ['Toronto', 'Canada'],
  ['Leeds', 'United Kingdom'],
]
const GOODS = {
  Tea: ['Sencha', 'Hojicha', 'Genmaicha', 'Earl Grey', 'Mint', 'Rooibos'],
  Coffee: ['House Blend', 'Ethiopia', 'Decaf', 'Cold Brew'],
  Cups: ['Small Cup', 'Large Cup', 'Travel Mug', 'Yunomi'],
  Sweets: ['Castella', 'Shortbread', 'Dorayaki', 'Marzipan', 'Mochi'],
  Tools: ['Kettle', 'Whisk', 'Scale', 'Grinder', 'Filter Papers'],
}
const CUSTOMERS = 240
const ORDERS = 3_000
const FIRST_DAY = Date.UTC(2026, 0, 1)
const DAYS = 330
const DAY_MS = 86_400_000

/** The rows of each table, by table name; orders increase over the year and stop on the days of a strike. */
export function shopRows() {
  const random = seededRandom('shop')
  const pick = (list) => list[between(random, 0, list.length - 1)]
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => {
    const [city, country] = pick(CITIES)
    return [index + 1, `${pick(GIVEN)} ${pick(FAMILY)}`, city, country, day(FIRST_DAY - between(random, 1, 900) * DAY_MS)]
  })
  const products = Object.entries(GOODS)
    .flatMap(([category, names]) => names.map((name) => [name, category]))
    .map(([name, category], index) => [index + 1, name, category, between(random, 300, 6_000) / 100, between(random, 0, 400)])
  const orders = Array.from({ length: ORDERS }, (_, index) => {
    const product = pick(products)
    const quantity = between(random, 1, 5)
    const at = momentOf(random)
    const status = random() < 0.06 ? 'returned' : at > FIRST_DAY + (DAYS - 6) * DAY_MS ? 'open' : random() < 0.09 ? 'late' : 'delivered'
    return [index + 1, pick(customers)[0], product[0], time(at), quantity, Math.round(product[3] * quantity * 100) / 100, status]
  })
  const events = orders.flatMap(([id, , , orderedAt, , , status]) => {
    const begun = Date.parse(`${orderedAt}Z`)
    const steps = [
      'ordered',
      'packed',
      ...(status === 'open' ? [] : ['shipped', 'delivered']),
      ...(status === 'returned' ? ['returned'] : []),
    ]
    const wait = status === 'late' ? 4 * DAY_MS : DAY_MS
    return steps.map((kind, index) => [id, time(begun + index * wait + (index === 0 ? 0 : between(random, 1, 8 * 60) * 60_000)), kind])
  })
  return { customers, products, orders, events: events.map((event, index) => [index + 1, ...event]) }
}

/** More orders come late in the year, and none on the days from 9 to 12 August. */
function momentOf(random) {
  for (;;) {
    const index = Math.floor(Math.sqrt(random()) * DAYS)
    const at = FIRST_DAY + index * DAY_MS + between(random, 8 * 60, 22 * 60) * 60_000
    if (at < Date.UTC(2026, 7, 9) || at >= Date.UTC(2026, 7, 13)) return at
  }
}

const day = (ms) => new Date(ms).toISOString().slice(0, 10)
const time = (ms) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
