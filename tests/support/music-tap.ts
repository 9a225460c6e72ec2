import type { Page } from 'playwright'

/**
 * Runs in the page before its own scripts: records, every 50 ms, the loudness of each sound system in which a file is played
 * (the music; speech comes from a processor). The tap is at the last node, after fades and volume.
 */
export function installMusicTap(): void {
  interface SoundReader {
    read(): Promise<{ readonly done: boolean; readonly value?: AudioData }>
  }
  type TrackProcessorMaker = new (settings: {
    readonly track: MediaStreamTrack
    readonly maxBufferSize: number
  }) => { readonly readable: { getReader(): SoundReader } }

  const loudness: number[] = []
  Object.defineProperty(window, '__musicTap', { value: loudness })
  const makeProcessor: TrackProcessorMaker = Reflect.get(window, 'MediaStreamTrackProcessor')
  const lastNodes = new WeakMap<BaseAudioContext, AudioNode>()
  const tapped = new WeakSet<BaseAudioContext>()

  async function record(track: MediaStreamTrack, rate: number): Promise<void> {
    const reader = new makeProcessor({ track, maxBufferSize: 65_535 }).readable.getReader()
    let squares = 0
    let count = 0
    for (let piece = await reader.read(); piece.value; piece = await reader.read()) {
      const block = new Float32Array(piece.value.numberOfFrames)
      piece.value.copyTo(block, { planeIndex: 0, format: 'f32-planar' })
      piece.value.close()
      for (const sample of block) squares += sample * sample
      count += block.length
      if (count < rate / 20) continue
      loudness.push(Math.sqrt(squares / count))
      squares = 0
      count = 0
    }
  }

  const { connect } = AudioNode.prototype
  Object.defineProperty(AudioNode.prototype, 'connect', {
    value(this: AudioNode, ...to: readonly unknown[]): unknown {
      if (to[0] instanceof AudioDestinationNode) lastNodes.set(this.context, this)
      return Reflect.apply(connect, this, to)
    },
  })
  window.AudioBufferSourceNode = class extends AudioBufferSourceNode {
    constructor(context: BaseAudioContext, settings?: AudioBufferSourceOptions) {
      super(context, settings)
      const last = lastNodes.get(context)
      if (last === undefined || tapped.has(context) || !(context instanceof AudioContext)) return
      tapped.add(context)
      const outlet = new MediaStreamAudioDestinationNode(context, { channelCount: 1 })
      last.connect(outlet)
      for (const track of outlet.stream.getAudioTracks()) void record(track, context.sampleRate)
    }
  }
}

/** Resolves once the page's music has really played for half a second. */
export async function musicHeard(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const loudness: readonly number[] = Reflect.get(window, '__musicTap')
    return loudness.slice(-10).filter((value) => value > 0.002).length === 10
  })
}
