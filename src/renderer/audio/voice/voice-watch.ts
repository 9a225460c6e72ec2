import type { SpeechNews, SpeechRules } from '../../../shared/audio/speech-detector'
import type { Capture } from '../capture-settings'
import type { VoiceCommand, VoiceReport } from './voice-messages'

/** Dependencies and callbacks of voice detection. */
export interface VoiceWatchOptions {
  readonly capture: Pick<Capture, 'listen'>
  readonly startWorker: () => Worker
  /** Voices are detected from now on. */
  onReady(): void
  onNews(news: SpeechNews): void
  /** Voice detection does not work here, and has ended. */
  onFailure(detail: string): void
}

/** Detects a voice on an open microphone: connects the recorder to the worker, past this page's thread. */
export interface VoiceWatch {
  change(rules: SpeechRules): void
  setSpeaking(speaking: boolean): void
  /** The talk ended for another reason: ongoing speech counts as beginning now. */
  reset(): void
  /** Ends the worker. No callbacks follow. */
  close(): void
}

/** Starts the worker and voice detection. */
export function createVoiceWatch({ capture, startWorker, onReady, onNews, onFailure }: VoiceWatchOptions, rules: SpeechRules): VoiceWatch {
  const worker = startWorker()
  let closed = false
  const send = (command: VoiceCommand, transfer: Transferable[] = []): void => worker.postMessage(command, transfer)

  const close = (): void => {
    if (closed) return
    closed = true
    capture.listen(null)
    worker.terminate()
  }
  const fail = (detail: string): void => {
    if (closed) return
    close()
    onFailure(detail)
  }

  worker.onmessage = (event: MessageEvent<VoiceReport>) => {
    const report = event.data
    if (closed) return
    if (report.type === 'ready') onReady()
    else if (report.type === 'news') onNews(report.news)
    else fail(report.detail)
  }
  worker.onerror = (event) => fail(event.message || 'the worker could not be started')
  send({ type: 'rules', rules })
  capture.listen(() => {
    const { port1, port2 } = new MessageChannel()
    send({ type: 'listen', port: port1 }, [port1])
    return port2
  })

  return {
    change: (next) => send({ type: 'rules', rules: next }),
    setSpeaking: (speaking) => send({ type: 'speaking', speaking }),
    reset: () => send({ type: 'reset' }),
    close,
  }
}
