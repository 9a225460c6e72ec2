import { useEffect, useRef, useState } from 'react'
import type { CaptureChannelMessage } from '../../shared/ipc/audio-channels'
import { createCapture } from '../audio/capture'
import { publishLevel } from '../audio/levels'
import type { CaptureFailure } from '../audio/microphone'
import { useApp, useServices } from '../state/context'
import { createLastSound } from './last-sound'

/** The loudest of the last moments. */
export type MeasuredLevel = 'nothing' | 'quiet' | 'good' | 'loud'

/** The microphone during its test: its sound does not leave the page. */
export interface MicrophoneTest {
  readonly phase: { readonly name: 'opening' | 'hearing' } | { readonly name: 'failed'; readonly reason: CaptureFailure['reason'] }
  readonly heard: MeasuredLevel
  /** Peak of the last moments, 0 to 1 of full scale. */
  readonly peak: number
  readonly playing: boolean
  again(): void
  play(): void
}

/** Peaks of full scale between which speech has a good level. */
export const quietPeak = 0.05
export const loudPeak = 0.98
/** Below this there is only noise. */
const silentPeak = 0.008
const SHOWN_EVERY_MS = 120

/** Opens the chosen microphone while the component is mounted, and buffers the last three seconds for playback. */
export function useMicrophoneTest(): MicrophoneTest {
  const { store, now } = useServices()
  const { microphoneId, loudspeakerId } = useApp((state) => state.settings)
  const [phase, setPhase] = useState<MicrophoneTest['phase']>({ name: 'opening' })
  const [heard, setHeard] = useState<MeasuredLevel>('nothing')
  const [peak, setPeak] = useState(0)
  const [playing, setPlaying] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const sound = useRef(createLastSound())

  useEffect(() => {
    setPhase({ name: 'opening' })
    setHeard('nothing')
    sound.current.clear()
    let loudest = 0
    let shownAt = 0
    const capture = createCapture({
      getConstraints() {
        const { echoCancellation, noiseSuppression, autoGainControl, directCapture } = store.api.getState().settings
        return { microphoneId, echoCancellation, noiseSuppression, autoGainControl, directCapture, warmMicrophone: false }
      },
      openLine(port) {
        port.onmessage = ({ data }: MessageEvent<CaptureChannelMessage>) => {
          if (data.name === 'microphone.frame') sound.current.push(data.payload.pcm)
        }
      },
      onEnd: () => undefined,
      onStart: () => setPhase({ name: 'hearing' }),
      onFailure: ({ reason }) => setPhase({ name: 'failed', reason }),
      onLevel(reading) {
        publishLevel(reading)
        loudest = Math.max(loudest * 0.97, reading.peak)
        if (now() - shownAt < SHOWN_EVERY_MS) return
        shownAt = now()
        setPeak(loudest)
        setHeard((before) => heardLevel(loudest) ?? before)
      },
    })
    capture.start(`microphone-test-${attempt}`)
    return () => capture.close()
  }, [microphoneId, attempt, store, now])

  return {
    phase,
    heard,
    peak,
    playing,
    again: () => setAttempt(attempt + 1),
    play() {
      setPlaying(true)
      void sound.current.play(loudspeakerId).finally(() => setPlaying(false))
    },
  }
}

function heardLevel(peak: number): MeasuredLevel | null {
  if (peak < silentPeak) return null
  if (peak < quietPeak) return 'quiet'
  return peak < loudPeak ? 'good' : 'loud'
}
