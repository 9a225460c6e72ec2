import type { Page } from 'playwright'

/** One change at the player: sound begins, or its last sample was made. */
export interface SoundChange {
  readonly loud: boolean
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * Runs in the page before its own scripts: a processor of its own behind the player's, on the audio thread, takes the time of
 * every block that sounds. It hears what leaves the player, before volume and the delay of the sound system.
 */
function installSoundClock(): void {
  const module = `registerProcessor('sound-clock', class extends AudioWorkletProcessor {
    process([[block]]) {
      const loud = block !== undefined && block.some((sample) => Math.abs(sample) > 0.0005)
      if (loud) {
        if (!this.loud) this.port.postMessage({ loud: true, at: Date.now() })
        this.loud = true
        this.last = Date.now()
        this.quiet = 0
      } else if (this.loud && ++this.quiet > 20) {
        this.loud = false
        this.port.postMessage({ loud: false, at: this.last })
      }
      return true
    }
  })`
  const changes: SoundChange[] = []
  Object.defineProperty(window, '__soundChanges', { value: changes })
  const Node = window.AudioWorkletNode
  window.AudioWorkletNode = class extends Node {
    constructor(context: BaseAudioContext, name: string, settings?: AudioWorkletNodeOptions) {
      super(context, name, settings)
      if (name !== 'parley-playback') return
      void context.audioWorklet.addModule(URL.createObjectURL(new Blob([module], { type: 'text/javascript' }))).then(() => {
        const clock = new Node(context, 'sound-clock')
        clock.port.onmessage = ({ data }: MessageEvent<SoundChange>) => changes.push(data)
        this.connect(clock).connect(context.destination)
        Object.defineProperty(window, '__soundContext', { value: context })
      })
    }
  }
}

/** The times of a page's sound. The page is loaded anew, without its policy: the clock is a script that it does not ship. */
export interface SoundClock {
  /** The newest change, once it is of this kind and came after that moment. */
  change(loud: boolean, after: number): Promise<number>
  /** What the browser says its sound takes from the player to the loudspeaker, in ms. */
  outputLatencyMs(): Promise<number>
}

/** Puts the clock into the page. */
export async function putSoundClock(page: Page): Promise<SoundClock> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setBypassCSP', { enabled: true })
  await page.addInitScript(installSoundClock)
  await page.reload()
  await page.waitForFunction(() => Reflect.get(window, '__soundContext') !== undefined)
  return {
    async change(loud, after) {
      const found = await page.waitForFunction(
        ([wanted, since]) => {
          const changes: readonly SoundChange[] = Reflect.get(window, '__soundChanges')
          const newest = changes.at(-1)
          return newest !== undefined && newest.loud === wanted && newest.at >= since ? newest.at : null
        },
        [loud, after] as const,
        { timeout: 20_000 },
      )
      return Number(await found.jsonValue())
    },
    outputLatencyMs: () => page.evaluate(() => 1000 * Reflect.get(Reflect.get(window, '__soundContext'), 'outputLatency')),
  }
}
