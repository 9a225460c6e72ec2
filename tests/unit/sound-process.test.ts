import { expect, it } from 'vitest'
import { endSoundProcess } from '../../src/main/platform/audio-process'

it('only the process that plays and records is ended', () => {
  const ended: number[] = []
  endSoundProcess(
    [
      { pid: 1 },
      { pid: 2, serviceName: 'network.mojom.NetworkService' },
      { pid: 3, serviceName: 'audio.mojom.AudioService' },
      { pid: 4, serviceName: 'video_capture.mojom.VideoCaptureService' },
    ],
    (pid) => ended.push(pid),
  )
  expect(ended).toEqual([3])
})
