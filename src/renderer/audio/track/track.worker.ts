import { CaptureRecorder } from '../capture-recorder'
import type { TrackCommand, TrackReport } from './track-messages'
import { TrackSound } from './track-sound'

const post = (report: TrackReport): void => self.postMessage(report)
const recorder = new CaptureRecorder(post)
let heard: ReadableStreamDefaultReader<AudioData> | null = null

self.addEventListener('message', (event: MessageEvent<TrackCommand>) => {
  const command = event.data
  if (command.type !== 'hear') {
    recorder.obey(command)
    if (recorder.closed) self.close()
    return
  }
  const before = heard
  heard = command.sound?.getReader() ?? null
  // not awaited: whatever it still delivers is ignored
  void before?.cancel().catch(() => {})
  if (heard !== null) void read(heard)
})

/** Records a sound until another one replaces it. */
async function read(reader: ReadableStreamDefaultReader<AudioData>): Promise<void> {
  const sound = new TrackSound()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (value !== undefined && heard === reader) recorder.push(sound.take(value))
      value?.close()
      if (heard !== reader) return
      if (done) break
    }
  } catch {
    if (heard !== reader) return
  }
  heard = null
  post({ type: 'lost' })
}
