import type { FixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { isObject } from './scripted-live-server'

/** A frame that the service received: its kind, as its keys name it, and its picture as bytes of a file. */
export interface ReceivedFrame {
  readonly kind: string
  readonly jpeg: Buffer | null
}

/** What the service received, in order. */
export function receivedFrames(server: FixtureServer): readonly ReceivedFrame[] {
  return server.received().map(({ frame }) => {
    const whole = isObject(frame) ? frame : {}
    const input = isObject(whole.realtimeInput) ? whole.realtimeInput : {}
    const { video } = input
    const jpeg = isObject(video) ? Buffer.from(String(video.data), 'base64') : null
    return { kind: [...Object.keys(whole), ...Object.keys(input)].join('.'), jpeg }
  })
}

/** The pictures that the service received, in order. */
export function receivedPictures(server: FixtureServer): readonly Buffer[] {
  return receivedFrames(server).flatMap(({ jpeg }) => (jpeg === null ? [] : [jpeg]))
}
