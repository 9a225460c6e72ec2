import { decode, encode } from 'jpeg-js'

/** Bars of the counter: its bits, the highest first, between a white and a black bar that are always there. */
const BITS = 12
const BARS = BITS + 2

/** A page that fills the screen with a counter as black and white bars, ten numbers a second; `window.counter` is the number. */
export const counterPage = `data:text/html,${encodeURIComponent(`<!doctype html><style>body{margin:0;display:flex;height:100vh}div{flex:1}</style>
<body><script>
const bars = Array.from({ length: ${BARS} }, () => document.body.appendChild(document.createElement('div')))
let counter = 0
function paint() {
  bars.forEach((bar, index) => {
    const isWhite = index === 0 || (index < ${BARS - 1} && (counter >> (${BITS} - index)) & 1)
    bar.style.background = isWhite ? '#fff' : '#000'
  })
  requestAnimationFrame(() => { window.counter = counter })
}
window.counter = 0
paint()
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
window.paintNumber = async (number) => { counter = number; paint(); await drawn(); return number }
window.count = () => { window.timer = setInterval(() => { counter++; paint() }, 100) }
window.count()
</script>`)}`

/** A picture of that page at this number, as a JPEG of 640 × 360 pixels. */
export function counterPicture(counter: number): Buffer {
  const [width, height] = [640, 360]
  const data = Buffer.alloc(width * height * 4, 0xff)
  for (let x = 0; x < width; x += 1) {
    const index = Math.floor((x * BARS) / width)
    const isWhite = index === 0 || (index < BARS - 1 && ((counter >> (BITS - index)) & 1) === 1)
    if (isWhite) continue
    for (let y = 0; y < height; y += 1) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  }
  return encode({ width, height, data }, 90).data
}

/** The number in a picture of that page; null: it shows something else. */
export function readCounter(jpeg: Uint8Array): number | null {
  const { width, height, data } = decode(jpeg, { useTArray: true })
  const bits = Array.from({ length: BARS }, (_, index) => {
    const at = (Math.floor(height / 2) * width + Math.floor(((index + 0.5) * width) / BARS)) * 4
    return (data[at] ?? 0) > 128 ? 1 : 0
  })
  if (bits[0] !== 1 || bits.at(-1) !== 0) return null
  return bits.slice(1, -1).reduce<number>((number, bit) => number * 2 + bit, 0)
}
