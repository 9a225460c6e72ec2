import { seededRandom } from '../fixtures/random.mjs'
import { createLoop, soften } from './loop.mjs'

const SECONDS = 12

/** Rain on a roof, with drops that fall from its edge. */
export function rain() {
  const random = seededRandom('rain')
  const loop = createLoop(SECONDS)
  loop.add(0, SECONDS, (time) => (random() * 2 - 1) * (0.8 + 0.2 * Math.sin((2 * Math.PI * time) / SECONDS)))
  soften(loop.samples, 1400)
  soften(loop.samples, 2600)
  for (let drop = 0; drop < 90; drop += 1) {
    const pitch = 700 + random() * 1500
    const loudness = 0.02 + 0.07 * random() ** 2
    loop.add(random() * SECONDS, 0.06, (time) => {
      const decay = Math.min(1, time / 0.002) * Math.exp(-70 * time)
      return loudness * decay * Math.sin(2 * Math.PI * pitch * time * (1 + 2 * time))
    })
  }
  return loop.samples
}
