import { browserClock } from '../../../../src/renderer/audio/browser-clock'
import { createCapture } from '../../../../src/renderer/audio/capture'
import { type LevelReading, subscribeLevels } from '../../../../src/renderer/audio/levels'
import { createLoudspeaker, type LoudspeakerChoice, listLoudspeakers, type OutputSource } from '../../../../src/renderer/audio/loudspeaker'
import type { CaptureConstraints, MicrophoneSource } from '../../../../src/renderer/audio/microphone'
import { createPlayback } from '../../../../src/renderer/audio/playback'
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
import { bytesToSamples } from '../../../../src/shared/audio/pcm'
import type { PlaybackChunk } from '../../../../src/shared/audio/turn-rates'
import type { CaptureChannelMessage, PlaybackChannelMessage } from '../../../../src/shared/ipc/audio-channels'
import { contextStates, hurriedClock, hurryRest } from './resting'

// The product's own capture and playback, with their events recorded for the tests.

const violations: string[] = []
document.addEventListener('securitypolicyviolation', (event) => violations.push(`${event.violatedDirective} ${event.blockedURI}`))

const levels: LevelReading[] = []
subscribeLevels((reading) => levels.push(reading))

/** What the browser's microphone did: every track ever returned and when the first stream was opened. */
const tracks: MediaStreamTrack[] = []
let openedAt: number | null = null

interface MicrophoneFaults {
  /** Names of the errors with which the next openings fail. */
  readonly errors: string[]
  /** Openings wait for `release` while this is set. */
  held: boolean
  release: () => void
  /** The name of the system's default microphone, instead of its own. */
  defaultLabel: string | null
}
const faults: MicrophoneFaults = { errors: [], held: false, release: () => {}, defaultLabel: null }

/** The real microphone, with faults on demand. */
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
  async enumerateDevices() {
    const devices = await navigator.mediaDevices.enumerateDevices()
    return devices.map(({ deviceId, kind, label, groupId }) => ({
      deviceId,
      kind,
      groupId,
      label: deviceId === 'default' && faults.defaultLabel !== null ? faults.defaultLabel : label,
      toJSON: () => null,
    }))
  },
  addEventListener: navigator.mediaDevices.addEventListener.bind(navigator.mediaDevices),
  removeEventListener: navigator.mediaDevices.removeEventListener.bind(navigator.mediaDevices),
}

const raw: CaptureConstraints = {
  microphoneId: '',
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
  warmMicrophone: false,
  directCapture: false,
}

function makeCapture() {
  const log: string[] = []
  const samples: number[] = []
  /** when each frame reached voice detection */
  const heard: number[] = []
  let wanted = raw
  const capture = createCapture({
    getConstraints: () => wanted,
    openLine(port) {
      port.onmessage = ({ data: { name, payload } }: MessageEvent<CaptureChannelMessage>) => {
        if (name === 'microphone.frame') {
          log.push(`frame ${payload.talkId}`)
          for (const sample of bytesToSamples(payload.pcm)) samples.push(sample)
        } else log.push(`${name === 'microphone.started' ? 'start' : 'end'} ${payload.talkId}`)
      }
    },
    onEnd: (talkId) => log.push(`end ${talkId}`),
    onFailure: (failure, talkId) => log.push(`failed ${talkId} ${failure.reason}`),
    onSilent: (talkId, silent) => log.push(`${silent ? 'silent' : 'heard'} ${talkId}`),
    onDefaultUsed: () => log.push('default used'),
    onLost: (lost) => log.push(`lost ${lost}`),
    onMuted: (muted) => log.push(`muted ${muted}`),
    mediaDevices: microphone,
    clock: hurriedClock,
  })
  return {
    capture,
    log,
    samples,
    heard,
    change(next: Partial<CaptureConstraints>) {
      wanted = { ...wanted, ...next }
      capture.refresh()
    },
    liveTracks: () => tracks.filter((track) => track.readyState === 'live').length,
    openings: () => tracks.length,
    /** The tracks that are live now. */
    openDevices: () => tracks.filter(({ readyState }) => readyState === 'live').map((track) => track.getSettings().deviceId),
    /** The system takes the microphone away; `unsaid`: without the event that reports it. */
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
  const channel: { line: MessagePort | null } = { line: null }
  const player = createPlayback({
    openLine: (port) => {
      channel.line = port
    },
    onPosition: ({ turnId }, samples, done) => positions.push({ turnId, samples, done }),
    onBlocked: (there) => blocked.push(there),
    route: (context) => route(context),
    clock: hurriedClock,
  })
  const send = (message: PlaybackChannelMessage): void => channel.line?.postMessage(message)
  const playback = {
    push: (chunk: PlaybackChunk) => send({ name: 'playback.pcm', payload: pcmOf(chunk) }),
    end: (turnId: string) => send({ name: 'playback.end', payload: { conversationId: 'conversation-1', turnId } }),
    flush: (turnId: string) => send({ name: 'playback.flush', payload: { conversationId: 'conversation-1', turnId } }),
    setVolume: player.setVolume.bind(player),
    setMuted: player.setMuted.bind(player),
    setSpeed: player.setSpeed.bind(player),
    setExpected: player.setExpected.bind(player),
    statistics: player.statistics.bind(player),
  }
  return { playback, positions, blocked }
}

function pcmOf({ turnId, sampleRate, startSample, pcm }: PlaybackChunk) {
  return { conversationId: 'conversation-1', turnId, sampleRate, startSample, pcm: new Uint8Array(pcm) }
}

/** The outputs that the page sees: all but the unplugged; none without permission. */
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

/** The page's only loudspeaker, with a player connected to it. */
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
    /** The output of each context; empty: the default. */
    places: () => contexts.map((context): unknown => Reflect.get(context, 'sinkId')),
    refresh: loudspeaker.refresh,
  }
}

let route: (context: AudioContext) => void = () => {}
let loudspeakerRun: ReturnType<typeof makeLoudspeaker> | null = null

/** Created on first use, which must be before the player's. */
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
  playback: PlaybackRun['playback'],
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

/**
 * Runs the playback worklet without a sound card: chunks arrive at their times, and all output samples are returned.
 */
async function renderOffline(
  arrivals: readonly { readonly atSeconds: number; readonly samples: readonly number[] }[],
  seconds: number,
): Promise<number[]> {
  const context = new OfflineAudioContext(1, seconds * PLAYBACK_RATE, PLAYBACK_RATE)
  await context.audioWorklet.addModule(playbackWorkletUrl)
  const node = new AudioWorkletNode(context, PLAYBACK_PROCESSOR, { numberOfInputs: 0, outputChannelCount: [1] })
  node.connect(context.destination)
  const { port1, port2 } = new MessageChannel()
  node.port.postMessage({ type: 'line', port: port1 } satisfies PlaybackCommand, [port1])
  const send = (message: PlaybackChannelMessage) => port2.postMessage(message)
  const end = (turnId: string) => send({ name: 'playback.end', payload: { conversationId: 'conversation-1', turnId } })
  let start = 0
  arrivals.forEach(({ atSeconds, samples }, index) => {
    const startSample = start
    start += samples.length
    void context.suspend(atSeconds).then(async () => {
      const pcm = new Uint8Array(Int16Array.from(samples).buffer)
      send({ name: 'playback.pcm', payload: pcmOf({ turnId: 'turn-1', sampleRate: PLAYBACK_RATE, startSample, pcm }) })
      if (index === arrivals.length - 1) end('turn-1')
      // a turn without sound ends at once: its report shows that the commands before it were processed
      const marker = `marker-${index}`
      const taken = new Promise<void>((resolve) => {
        node.port.onmessage = (event: MessageEvent<PlaybackReport>) => {
          if (event.data.type === 'position' && event.data.turnId === marker) resolve()
        }
      })
      end(marker)
      await taken
      void context.resume()
    })
  })
  const rendered = await context.startRendering()
  return Array.from(rendered.getChannelData(0), (sample) => Math.round(sample * 32_768))
}

/** The output of the music, one loudness for every 50 ms, and its destination. */
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

/** A decoded track: its length in seconds, and the largest step between two samples, anywhere and at the seam. */
async function measureTrack(track: keyof typeof musicFiles) {
  const response = await fetch(musicFiles[track])
  const buffer = await new OfflineAudioContext(1, 1, 32_000).decodeAudioData(await response.arrayBuffer())
  const samples = buffer.getChannelData(0)
  let largest = 0
  for (let index = 1; index < samples.length; index += 1)
    largest = Math.max(largest, Math.abs((samples[index] ?? 0) - (samples[index - 1] ?? 0)))
  return { seconds: buffer.duration, largest, seam: Math.abs((samples[0] ?? 0) - (samples.at(-1) ?? 0)) }
}

const audioTest = {
  loudspeaker,
  musician,
  measureTrack,
  violations,
  levels,
  recorder,
  player,
  isDone,
  pushAll,
  renderOffline,
  contextStates,
  hurryRest,
}
export type AudioTest = typeof audioTest
declare global {
  interface Window {
    audioTest: AudioTest
  }
}
window.audioTest = audioTest
