import type { Page } from 'playwright'

/**
 * Runs in the page before its own scripts: records every sample that leaves a playback processor. The tap is at the
 * processor itself, before volume and mute, and needs no file and no exception from the page's policy.
 */
export function installPlaybackTap(): void {
  interface SoundReader {
    read(): Promise<{ readonly done: boolean; readonly value?: AudioData }>
  }
  interface TrackProcessor {
    readonly readable: { getReader(): SoundReader }
  }
  type TrackProcessorMaker = new (settings: { readonly track: MediaStreamTrack; readonly maxBufferSize: number }) => TrackProcessor

  const blocks: Float32Array[] = []
  Object.defineProperty(window, '__playbackTap', { value: blocks })
  const makeProcessor: TrackProcessorMaker = Reflect.get(window, 'MediaStreamTrackProcessor')

  async function record(track: MediaStreamTrack): Promise<void> {
    const reader = new makeProcessor({ track, maxBufferSize: 65_535 }).readable.getReader()
    for (let piece = await reader.read(); piece.value; piece = await reader.read()) {
      const block = new Float32Array(piece.value.numberOfFrames)
      piece.value.copyTo(block, { planeIndex: 0, format: 'f32-planar' })
      piece.value.close()
      blocks.push(block)
    }
  }

  window.AudioWorkletNode = class extends AudioWorkletNode {
    constructor(context: BaseAudioContext, name: string, settings?: AudioWorkletNodeOptions) {
      super(context, name, settings)
      if (name !== 'parley-playback' || !(context instanceof AudioContext)) return
      const outlet = new MediaStreamAudioDestinationNode(context, { channelCount: 1 })
      this.connect(outlet)
      for (const track of outlet.stream.getAudioTracks()) void record(track)
    }
  }
}

/** Everything that was played so far, as 16-bit samples at the player's rate, silence included. */
export async function readPlaybackTap(page: Page): Promise<Int16Array> {
  const samples = await page.evaluate(() => {
    const blocks: readonly Float32Array[] = Reflect.get(window, '__playbackTap')
    const result: number[] = []
    for (const block of blocks) for (const sample of block) result.push(Math.round(sample * 32_768))
    return result
  })
  return Int16Array.from(samples)
}

/** The place of `wanted` in `heard`, sample for sample, or −1. */
export function findSound(heard: Int16Array, wanted: Int16Array): number {
  const last = heard.length - wanted.length
  for (let at = 0; at <= last; at += 1) {
    let index = 0
    while (index < wanted.length && heard[at + index] === wanted[index]) index += 1
    if (index === wanted.length) return at
  }
  return -1
}
