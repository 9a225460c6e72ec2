import { decode } from 'jpeg-js'

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
window.count = () => { window.timer = setInterval(() => { counter++; paint() }, 100) }
window.count()
</script>`)}`

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
