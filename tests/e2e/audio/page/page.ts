import { browserClock } from '../../../../src/renderer/audio/browser-clock'
import { createCapture } from '../../../../src/renderer/audio/capture'
import { type LevelReading, subscribeLevels } from '../../../../src/renderer/audio/levels'
import { createLoudspeaker, type LoudspeakerChoice, listLoudspeakers, type OutputSource } from '../../../../src/renderer/audio/loudspeaker'
import type { CaptureConstraints, MicrophoneSource } from '../../../../src/renderer/audio/microphone'
import { createPlayback, type Playback } from '../../../../src/renderer/audio/playback'
import {
  PLAYBACK_PROCESSOR,
  PLAYBACK_RATE,
  type PlaybackCommand,
  type PlaybackReport,
} from '../../../../src/renderer/audio/worklets/messages'
import playbackWorkletUrl from '../../../../src/renderer/audio/worklets/playback.worklet.ts?worker&url'
import { createBackgroundMusic } from '../../../../src/renderer/tools/background-music'
import { duckUnderSpeech } from '../../../../src/renderer/tools/duck-music'
import { musicFiles } from '../../../../src/renderer/tools/music-files'

// The product's own capture and playback, with what happens to them written down for the tests to read.

const violations: string[] = []
document.addEventListener('securitypolicyviolation', (event) => violations.push(`${event.violatedDirective} ${event.blockedURI}`))

const levels: LevelReading[] = []
subscribeLevels((reading) => levels.push(reading))

/** What the browser's microphone did: every track ever handed out and when the first stream was opened. */
const tracks: MediaStreamTrack[] = []
let openedAt: number | null = null

interface MicrophoneFaults {
  /** Names of the errors that the next openings fail with. */
  readonly errors: string[]
  /** Openings wait for `release` while this is set. */
  held: boolean
  release: () => void
}
const faults: MicrophoneFaults = { errors: [], held: false, release: () => {} }

/** The real microphone, with faults on demand in front of it. */
const microphone: MicrophoneSource = {
  async getUserMedia(constraints) {
    const name = faults.errors.shift()
    if (name !== undefined) throw new DOMException('made by the test', name)
    const stream = await navigator.mediaDevices.getUserMedia(constraints)
    tracks.push(...stream.getTracks())
    openedAt ??= performance.now()
    if (faults.held) {
      await new Promise<void>((resolve) => {
        faults.release = resolve
      })
    }
    return stream
  },
  enumerateDevices: () => navigator.mediaDevices.enumerateDevices(),
  addEventListener: navigator.mediaDevices.addEventListener.bind(navigator.mediaDevices),
  removeEventListener: navigator.mediaDevices.removeEventListener.bind(navigator.mediaDevices),
}

const raw: CaptureConstraints = {
  microphoneId: '',
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
  warmMicrophone: false,
}

function makeCapture() {
  const log: string[] = []
  const samples: number[] = []
  let wanted = raw
  const capture = createCapture({
    getConstraints: () => wanted,
    onStart: (talkId) => log.push(`start ${talkId}`),
    onFrame: (pcm, talkId) => {
      log.push(`frame ${talkId}`)
      const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength)
      for (let offset = 0; offset < pcm.byteLength; offset += 2) samples.push(view.getInt16(offset, true))
    },
    onEnd: (talkId) => log.push(`end ${talkId}`),
    onFailure: (failure, talkId) => log.push(`failed ${talkId} ${failure.reason}`),
    onSilent: (talkId) => log.push(`silent ${talkId}`),
    onDefaultUsed: () => log.push('default used'),
    onMuted: (muted) => log.push(`muted ${muted}`),
    mediaDevices: microphone,
  })
  return {
    capture,
    log,
    samples,
    change(next: Partial<CaptureConstraints>) {
      wanted = { ...wanted, ...next }
      capture.refresh()
    },
    liveTracks: () => tracks.filter((track) => track.readyState === 'live').length,
    openings: () => tracks.length,
    /** The system takes the microphone away; `unsaid`: without the event that tells of it. */
    loseTrack(unsaid = false) {
      const track = tracks.at(-1)
      track?.stop()
      if (!unsaid) track?.dispatchEvent(new Event('ended'))
    },
    /** A switch on the device. */
    muteTrack(muted: boolean) {
      const track = tracks.at(-1)
      if (!track) return
      Object.defineProperty(track, 'muted', { value: muted, configurable: true })
      track.dispatchEvent(new Event(muted ? 'mute' : 'unmute'))
    },
    openForMs: () => (openedAt === null ? 0 : performance.now() - openedAt),
    faults,
  }
}

type CaptureRun = ReturnType<typeof makeCapture>
let captureRun: CaptureRun | null = null

/** The page's one capture, made on first use. */
function recorder(): CaptureRun {
  captureRun ??= makeCapture()
  return captureRun
}

function makePlayback() {
  const positions: { readonly turnId: string; readonly samples: number; readonly done: boolean }[] = []
  const blocked: boolean[] = []
  const playback = createPlayback({
    onPosition: (turnId, samples, done) => positions.push({ turnId, samples, done }),
    onBlocked: (there) => blocked.push(there),
    route: (context) => route(context),
  })
  return { playback, positions, blocked }
}

/** What of the browser's outputs the page sees: all but the unplugged; nothing while it may not look. */
const outputs = { unplugged: new Set<string>(), hidden: false, names: new Map<string, string>() }
const outputSource: OutputSource = {
  async enumerateDevices() {
    const devices = await navigator.mediaDevices.enumerateDevices()
    const seen = outputs.hidden ? [] : devices.filter(({ deviceId }) => !outputs.unplugged.has(deviceId))
    return seen.map(({ deviceId, kind, label, groupId }) => ({
      deviceId,
      kind,
      groupId,
      label: outputs.names.get(deviceId) ?? label,
      toJSON: () => null,
    }))
  },
  addEventListener: navigator.mediaDevices.addEventListener.bind(navigator.mediaDevices),
  removeEventListener: navigator.mediaDevices.removeEventListener.bind(navigator.mediaDevices),
}

/** The page's one loudspeaker, with a player that sounds there. */
function makeLoudspeaker() {
  const told: boolean[] = []
  const contexts: AudioContext[] = []
  let choice: LoudspeakerChoice = { loudspeakerId: '', loudspeakerLabel: '' }
  const loudspeaker = createLoudspeaker({
    getChoice: () => choice,
    onDefaultUsed: (used) => told.push(used),
    mediaDevices: outputSource,
  })
  route = (context) => {
    contexts.push(context)
    loudspeaker.route(context)
  }
  return {
    told,
    outputs,
    list: () => listLoudspeakers(outputSource),
    choose(next: LoudspeakerChoice) {
      choice = next
      loudspeaker.refresh()
    },
    /** Where each context sounds; empty: at the default. */
    places: () => contexts.map((context): unknown => Reflect.get(context, 'sinkId')),
    refresh: loudspeaker.refresh,
  }
}

let route: (context: AudioContext) => void = () => {}
let loudspeakerRun: ReturnType<typeof makeLoudspeaker> | null = null

/** Made on first use, which must be before the player's. */
function loudspeaker(): ReturnType<typeof makeLoudspeaker> {
  loudspeakerRun ??= makeLoudspeaker()
  return loudspeakerRun
}

type PlaybackRun = ReturnType<typeof makePlayback>
let made: PlaybackRun | null = null

/** The page's one player, made on first use. */
function player(): PlaybackRun {
  made ??= makePlayback()
  return made
}

function isDone(turnId: string): boolean {
  return player().positions.some((position) => position.turnId === turnId && position.done)
}

/** Pushes s16le given as numbers, cut into chunks of these sizes over and over. */
function pushAll(
  playback: Playback,
  turnId: string,
  samples: readonly number[],
  sizes: readonly number[],
  sampleRate = PLAYBACK_RATE,
): void {
  let start = 0
  for (let chunk = 0; start < samples.length; chunk += 1) {
    const part = Int16Array.from(samples.slice(start, start + (sizes[chunk % sizes.length] ?? 4800)))
    playback.push({ turnId, sampleRate, startSample: start, pcm: new Uint8Array(part.buffer) })
    start += part.length
  }
}

/** Runs the playback worklet without a sound card: chunks arrive at their times, all samples that came out come back. */
async function renderOffline(
  arrivals: readonly { readonly atSeconds: number; readonly samples: readonly number[] }[],
  seconds: number,
): Promise<number[]> {
  const context = new OfflineAudioContext(1, seconds * PLAYBACK_RATE, PLAYBACK_RATE)
  await context.audioWorklet.addModule(playbackWorkletUrl)
  const node = new AudioWorkletNode(context, PLAYBACK_PROCESSOR, { numberOfInputs: 0, outputChannelCount: [1] })
  node.connect(context.destination)
  const send = (command: PlaybackCommand) => node.port.postMessage(command)
  let start = 0
  arrivals.forEach(({ atSeconds, samples }, index) => {
    const startSample = start
    start += samples.length
    void context.suspend(atSeconds).then(async () => {
      send({ type: 'push', turnId: 'turn-1', startSample, samples: Int16Array.from(samples) })
      if (index === arrivals.length - 1) send({ type: 'end', turnId: 'turn-1' })
      // a turn without sound ends at once: its report says that the commands before it have been taken
      const marker = `marker-${index}`
      const taken = new Promise<void>((resolve) => {
        node.port.onmessage = (event: MessageEvent<PlaybackReport>) => {
          if (event.data.type === 'position' && event.data.turnId === marker) resolve()
        }
      })
      send({ type: 'end', turnId: marker })
      await taken
      void context.resume()
    })
  })
  const rendered = await context.startRendering()
  return Array.from(rendered.getChannelData(0), (sample) => Math.round(sample * 32_768))
}

/** What left the music, one loudness for every 50 ms, and where it went. */
function makeMusic() {
  const loudness: number[] = []
  let context: AudioContext | null = null
  const music = createBackgroundMusic({
    files: musicFiles,
    connectOutput(output, to) {
      context = to
      const meter = new AnalyserNode(to, { fftSize: 2048 })
      output.connect(meter).connect(to.destination)
      const block = new Float32Array(meter.fftSize)
      setInterval(() => {
        meter.getFloatTimeDomainData(block)
        loudness.push(Math.sqrt(block.reduce((sum, sample) => sum + sample * sample, 0) / block.length))
      }, 50)
    },
  })
  duckUnderSpeech(music, subscribeLevels, browserClock)
  return { music, loudness, state: () => context?.state ?? 'none' }
}

let musicRun: ReturnType<typeof makeMusic> | null = null

/** The page's music, made on first use. */
function musician(): ReturnType<typeof makeMusic> {
  musicRun ??= makeMusic()
  return musicRun
}

/** A track as it is decoded: its length in seconds, and the largest step between two samples anywhere and at the seam. */
async function measureTrack(track: keyof typeof musicFiles) {
  const response = await fetch(musicFiles[track])
  const buffer = await new OfflineAudioContext(1, 1, 32_000).decodeAudioData(await response.arrayBuffer())
  const samples = buffer.getChannelData(0)
  let largest = 0
  for (let index = 1; index < samples.length; index += 1)
    largest = Math.max(largest, Math.abs((samples[index] ?? 0) - (samples[index - 1] ?? 0)))
  return { seconds: buffer.duration, largest, seam: Math.abs((samples[0] ?? 0) - (samples.at(-1) ?? 0)) }
}

const audioTest = { loudspeaker, musician, measureTrack, violations, levels, recorder, player, isDone, pushAll, renderOffline }
export type AudioTest = typeof audioTest
declare global {
  interface Window {
    audioTest: AudioTest
  }
}
window.audioTest = audioTest
