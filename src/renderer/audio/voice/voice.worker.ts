import modelUrl from '@ricky0123/vad-web/dist/silero_vad_v6.onnx?url'
import runtimeUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import { defaultSpeechSettings, speechRules } from '../../../shared/audio/speech-rules'
import type { MeasuredFrame } from '../worklets/messages'
import { createVoiceListener } from './voice-listener'
import type { VoiceCommand, VoiceReport } from './voice-messages'
import { loadVoiceModel } from './voice-model'

const post = (report: VoiceReport): void => self.postMessage(report)
const fail = (error: unknown): void => post({ type: 'failed', detail: String(error).slice(0, 1000) })

const listener = createVoiceListener({
  rules: speechRules(defaultSpeechSettings),
  onReady: () => post({ type: 'ready' }),
  onNews: (news) => post({ type: 'news', news }),
  onFailure: fail,
})
let heard: MessagePort | null = null

self.addEventListener('message', (event: MessageEvent<VoiceCommand>) => {
  const command = event.data
  switch (command.type) {
    case 'listen':
      heard?.close()
      heard = command.port
      heard.onmessage = (frame: MessageEvent<MeasuredFrame>) => listener.hear(frame.data)
      break
    case 'rules':
      listener.change(command.rules)
      break
    case 'speaking':
      listener.setSpeaking(command.speaking)
      break
    case 'reset':
      listener.reset()
      break
  }
})

async function load(): Promise<void> {
  const [model, runtime] = await Promise.all([read(modelUrl), read(runtimeUrl)])
  listener.begin(await loadVoiceModel(new Uint8Array(model), runtime))
}

async function read(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} is missing from this installation`)
  return answer.arrayBuffer()
}

load().catch(fail)
