import { samplesToBytes } from '../../shared/audio/pcm'
import { assertNever } from '../../shared/lib/assert-never'
import type { Clock, Timer } from '../../shared/lib/clock'
import { browserClock } from './browser-clock'
import { type CaptureLine, openCaptureLine } from './capture-line'
import { type LevelReading, publishLevel } from './levels'
import { type CaptureConstraints, type CaptureFailure, describeFailure, type MicrophoneSource, openMicrophone } from './microphone'
import { CAPTURE_RATE, type CaptureReport } from './worklets/messages'

export interface CaptureSettings {
  /** Asked every time the microphone is opened. */
  readonly getConstraints: () => CaptureConstraints
  /** The first frame of this talk is about to be given: only now is it true that the microphone listens. */
  readonly onStart?: (talkId: string) => void
  /** 20 ms of sound: 640 bytes s16le, mono, 16 kHz, in order; the first of a talk are its pre-roll. */
  readonly onFrame: (pcm: Uint8Array<ArrayBuffer>, talkId: string) => void
  /** Everything recorded for this talk was given; nothing more comes. Called exactly once for each started talk that did not fail. */
  readonly onEnd: (talkId: string) => void
  /** The talk is over because there is no sound to be had; instead of `onEnd`. `talkId` is null if the warm microphone was lost. */
  readonly onFailure: (failure: CaptureFailure, talkId: string | null) => void
  /** The user talks, but for 3 s nothing but digital silence came: a muted microphone. Once a talk. */
  readonly onSilent?: (talkId: string) => void
  /** The chosen microphone is gone; the default one was opened in its place. */
  readonly onDefaultUsed?: () => void
  /** By default told to `subscribeLevels`. */
  readonly onLevel?: (reading: LevelReading) => void
  readonly clock?: Clock
  readonly mediaDevices?: MicrophoneSource
}

/** The one owner of the microphone. No method throws; what goes wrong is told to `onFailure`. */
export interface Capture {
  /** Opens the microphone if needed and begins a talk. In the tail of the same talk: goes on with it as if never stopped. */
  start(talkId: string): void
  /** The user let go: 300 ms more are recorded, then `onEnd`. While the microphone is still opening: `onEnd` at once. */
  stop(): void
  /** Ends the talk at once, without tail. */
  cancel(): void
  /** Takes over changed settings: opens, closes or changes the warm microphone. A talk going on is finished as it is. */
  refresh(): void
  /** Releases the microphone and everything else for good. */
  close(): void
}

const TAIL_LENGTH = (CAPTURE_RATE * 300) / 1000
const HANDSHAKE_MS = 1500
const FRAMES_MISSING_MS = 1000
const REBUILD_MS = 2000
const REBUILD_PAUSE_MS = 250
const DEVICE_CHANGE_MS = 300
const SILENCE_PEAK = 0.002
const SILENCE_MS = 3000

type Talk = { readonly talkId: string; readonly phase: 'opening' | 'talking' | 'tail'; readonly heard: boolean }

/** Makes the capture; nothing is opened before the first `start`, unless the settings want a warm microphone (call `refresh`). */
export function createCapture(settings: CaptureSettings): Capture {
  return new MicrophoneCapture(settings)
}

class MicrophoneCapture implements Capture {
  readonly #settings: CaptureSettings
  readonly #clock: Clock
  readonly #devices: MicrophoneSource | undefined
  readonly #onLevel: (reading: LevelReading) => void
  #context: AudioContext | null = null
  #line: CaptureLine | null = null
  #lineConstraints = ''
  #talk: Talk | null = null
  /** Changes whenever an opening under way is no longer wanted. */
  #generation = 0
  #opening = false
  #serial = 0
  #watchdog: Timer | null = null
  #deviceTimer: Timer | null = null
  #silentSince: number | null = null
  #closed = false

  constructor(settings: CaptureSettings) {
    this.#settings = settings
    this.#clock = settings.clock ?? browserClock
    this.#devices = settings.mediaDevices ?? navigator.mediaDevices
    this.#onLevel = settings.onLevel ?? publishLevel
    this.#devices?.addEventListener('devicechange', this.#onDeviceChange)
  }

  start(talkId: string): void {
    if (this.#closed) return
    const talk = this.#talk
    if (talk?.talkId === talkId) {
      if (talk.phase !== 'tail') return
      this.#talk = { ...talk, phase: 'talking' }
      this.#line?.send({ type: 'start', talkId })
      this.#watch(FRAMES_MISSING_MS)
      return
    }
    if (talk) this.cancel()
    this.#silentSince = null
    if (this.#line && this.#lineConstraints === this.#wantedConstraints()) {
      this.#begin(talkId)
      return
    }
    this.#closeLine()
    this.#talk = { talkId, phase: 'opening', heard: false }
    void this.#open(0)
  }

  stop(): void {
    const talk = this.#talk
    if (!talk || talk.phase === 'tail') return
    if (talk.phase === 'opening' || !this.#line) {
      this.#finish()
      return
    }
    this.#serial += 1
    this.#talk = { ...talk, phase: 'tail' }
    this.#line.send({ type: 'finish', serial: this.#serial, tailLength: TAIL_LENGTH })
    this.#watch(HANDSHAKE_MS)
  }

  cancel(): void {
    if (!this.#talk) return
    this.#line?.send({ type: 'cancel' })
    this.#finish()
  }

  refresh(): void {
    if (this.#closed || this.#talk) return
    if (this.#line && this.#lineConstraints !== this.#wantedConstraints()) this.#closeLine()
    this.#settle()
  }

  close(): void {
    if (this.#closed) return
    this.cancel()
    this.#closed = true
    this.#closeLine()
    this.#deviceTimer?.cancel()
    this.#devices?.removeEventListener('devicechange', this.#onDeviceChange)
    void this.#context?.close()
  }

  #wantedConstraints(): string {
    const { microphoneId, echoCancellation, noiseSuppression, autoGainControl } = this.#settings.getConstraints()
    return JSON.stringify([microphoneId, echoCancellation, noiseSuppression, autoGainControl])
  }

  /** Opens the microphone for the talk or to keep it warm. `since`: when the line was lost, 0 for a first opening. */
  async #open(since: number): Promise<void> {
    this.#generation += 1
    const generation = this.#generation
    this.#opening = true
    const wanted = this.#wantedConstraints()
    const failure = await this.#openLine(generation)
    if (generation !== this.#generation) return
    this.#opening = false
    if (failure === null) {
      this.#lineConstraints = wanted
      if (this.#talk) this.#begin(this.#talk.talkId)
      return
    }
    if (since > 0 && failure.reason !== 'refused' && this.#clock.now() - since < REBUILD_MS) {
      this.#opening = true
      this.#clock.after(REBUILD_PAUSE_MS, () => {
        if (generation === this.#generation) void this.#open(since)
      })
      return
    }
    this.#fail(failure)
  }

  /** Null when the line is there; a stream that nobody wants any more is stopped before anything else. */
  async #openLine(generation: number): Promise<CaptureFailure | null> {
    if (!this.#devices) return { reason: 'unknown', detail: 'this page has no access to media devices' }
    const context = this.#runningContext()
    const opened = await openMicrophone(this.#devices, this.#settings.getConstraints(), this.#clock)
    if (!opened.ok) return opened.error
    const stop = () => {
      for (const track of opened.stream.getTracks()) track.stop()
    }
    if (generation !== this.#generation) {
      stop()
      return null
    }
    try {
      const line = await openCaptureLine(
        context,
        opened.stream,
        (report) => this.#hear(line, report),
        () => this.#lose(line),
      )
      if (generation !== this.#generation) {
        line.close()
        return null
      }
      this.#line = line
      if (opened.usedDefault) this.#settings.onDefaultUsed?.()
      return null
    } catch (error) {
      stop()
      return describeFailure(error)
    }
  }

  #runningContext(): AudioContext {
    if (!this.#context || this.#context.state === 'closed') {
      this.#context = new AudioContext({ sampleRate: CAPTURE_RATE, latencyHint: 'interactive' })
    }
    if (this.#context.state !== 'running') this.#context.resume().catch(() => {})
    return this.#context
  }

  #begin(talkId: string): void {
    if (this.#talk?.talkId !== talkId) this.#talk = { talkId, phase: 'talking', heard: false }
    else this.#talk = { ...this.#talk, phase: 'talking' }
    this.#line?.send({ type: 'start', talkId })
    this.#watch(FRAMES_MISSING_MS)
  }

  #hear(line: CaptureLine, report: CaptureReport): void {
    if (line !== this.#line) return
    switch (report.type) {
      case 'frame':
        this.#takeFrame(report.talkId, report.samples)
        break
      case 'ended':
        if (this.#talk?.phase === 'tail' && report.serial === this.#serial && report.talkId === this.#talk.talkId) this.#finish()
        break
      case 'level':
        this.#watchSilence(report.peak)
        this.#onLevel({ source: 'microphone', rms: report.rms, peak: report.peak, waveform: report.waveform })
        break
      default:
        assertNever(report, 'capture report')
    }
  }

  #takeFrame(talkId: string, samples: Int16Array): void {
    const talk = this.#talk
    if (talk?.talkId !== talkId) return
    if (!talk.heard) {
      this.#talk = { ...talk, heard: true }
      this.#settings.onStart?.(talkId)
    }
    if (talk.phase === 'talking') this.#watch(FRAMES_MISSING_MS)
    this.#settings.onFrame(samplesToBytes(samples), talkId)
  }

  #watchSilence(peak: number): void {
    const talk = this.#talk
    if (!talk || peak >= SILENCE_PEAK) this.#silentSince = peak >= SILENCE_PEAK ? Number.POSITIVE_INFINITY : this.#silentSince
    else this.#silentSince ??= this.#clock.now()
    if (!talk || this.#silentSince === null || this.#clock.now() - this.#silentSince < SILENCE_MS) return
    this.#silentSince = Number.POSITIVE_INFINITY
    this.#settings.onSilent?.(talk.talkId)
  }

  /** Frames, or the end that was asked for, must come within this time. */
  #watch(milliseconds: number): void {
    this.#watchdog?.cancel()
    this.#watchdog = this.#clock.after(milliseconds, () => {
      if (this.#talk?.phase === 'tail') this.#finish()
      else if (this.#line) this.#lose(this.#line)
    })
  }

  /** The microphone is gone: while somebody talks it is built anew within 2 s, a warm one is opened again. */
  #lose(line: CaptureLine): void {
    if (line !== this.#line) return
    this.#closeLine()
    if (this.#talk?.phase === 'tail') {
      this.#finish()
      return
    }
    if (this.#talk || this.#settings.getConstraints().warmMicrophone) void this.#open(this.#clock.now())
  }

  #finish(): void {
    const talk = this.#talk
    this.#talk = null
    this.#settle()
    if (talk) this.#settings.onEnd(talk.talkId)
  }

  #fail(failure: CaptureFailure): void {
    const talkId = this.#talk?.talkId ?? null
    this.#talk = null
    this.#closeLine()
    this.#settings.onFailure(failure, talkId)
  }

  /** Nobody talks: keeps the line only if it is to be warm, opens it if it should be there. */
  #settle(): void {
    this.#watchdog?.cancel()
    if (this.#closed || !this.#settings.getConstraints().warmMicrophone) this.#closeLine()
    else if (!this.#line && !this.#opening) void this.#open(0)
  }

  #closeLine(): void {
    this.#generation += 1
    this.#opening = false
    this.#watchdog?.cancel()
    const line = this.#line
    this.#line = null
    line?.close()
    if (!this.#talk) void this.#context?.suspend().catch(() => {})
  }

  readonly #onDeviceChange = (): void => {
    this.#deviceTimer?.cancel()
    this.#deviceTimer = this.#clock.after(DEVICE_CHANGE_MS, () => {
      const track = this.#line?.stream.getAudioTracks()[0]
      if (this.#line && (!track || track.readyState === 'ended')) this.#lose(this.#line)
      else this.refresh()
    })
  }
}
