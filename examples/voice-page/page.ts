// `parley serve --gateway 8790 --origin http://localhost:5173` prints the token: /#http://127.0.0.1:8790 parley-…
const [address = '', token = ''] = decodeURIComponent(location.hash.slice(1)).split(' ')
// a fragment is sent to no server; the token does not stay in the address either
history.replaceState(null, '', location.pathname)

const find = (id: string): HTMLElement => document.getElementById(id) ?? document.body
const socket = new WebSocket(`${address.replace('http', 'ws')}/live`, ['parley.live.v1', `token.${token}`])
socket.binaryType = 'arraybuffer'
const send = (frame: object): void => socket.send(JSON.stringify(frame))
socket.onopen = () => send({ type: 'hello', format: 'json', sound: 'binary', clientTools: [] })
socket.onclose = ({ code, reason }) => {
  find('status').textContent = `Closed: ${code} ${reason}`
}
socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
  if (typeof data === 'string') show(JSON.parse(data).chunk ?? { type: '' })
  else play(data)
}

interface Chunk {
  readonly type: string
  readonly delta?: string
  readonly approvalId?: string
  readonly toolName?: string
  readonly input?: unknown
  readonly data?: { readonly text?: string; readonly message?: string }
}

let answer: HTMLElement | null = null
let call: Chunk | null = null

function say(who: string, text = ''): HTMLElement {
  const article = Object.assign(document.createElement('article'), { ariaLabel: who, textContent: text })
  find('messages').append(article)
  return article
}

function show(chunk: Chunk): void {
  if (chunk.type === 'start') answer = null
  if (chunk.type === 'text-delta') {
    answer ??= say('Parley')
    answer.append(chunk.delta ?? '')
  }
  if (chunk.type === 'data-transcript') say('You', chunk.data?.text)
  if (chunk.type === 'data-problem') find('status').textContent = chunk.data?.message ?? ''
  if (chunk.type === 'data-interrupted') silence()
  if (chunk.type === 'tool-input-available') call = chunk
  if (chunk.type !== 'tool-approval-request') return
  const question = `Allow ${call?.toolName}?\n${JSON.stringify(call?.input, null, 2)}`
  send({ type: 'approval', approvalId: chunk.approvalId, approved: confirm(question) })
}

/** The answer: 24 kHz, played without a gap. A binary frame begins with its number, sample rate and first sample. */
let speaker: AudioContext | null = null
let endsAt = 0
function play(frame: ArrayBuffer): void {
  speaker ??= new AudioContext()
  const pcm = new Int16Array(frame.slice(12))
  const buffer = speaker.createBuffer(1, pcm.length, new DataView(frame).getUint32(4, true))
  const sound = Float32Array.from(pcm, (sample) => sample / 32_768)
  buffer.copyToChannel(sound, 0)
  const source = new AudioBufferSourceNode(speaker, { buffer })
  source.connect(speaker.destination)
  endsAt = Math.max(endsAt, speaker.currentTime)
  source.start(endsAt)
  endsAt += buffer.duration
  find('status').textContent = `Playing ${endsAt.toFixed(1)} s`
}
function silence(): void {
  void speaker?.close()
  speaker = null
  endsAt = 0
}

/** The microphone is opened by the first talk, and sends while the button is held. */
let talking = false
let samples = 0
let opened: Promise<void> | null = null
async function openMicrophone(): Promise<void> {
  const context = new AudioContext({ sampleRate: 16_000 })
  await context.audioWorklet.addModule(new URL('./microphone.js', import.meta.url))
  const microphone = new AudioWorkletNode(context, 'microphone')
  microphone.port.onmessage = ({ data }: MessageEvent<Int16Array<ArrayBuffer>>) => {
    if (!talking) return
    socket.send(data)
    samples += data.length
    find('status').textContent = `Talking ${(samples / 16_000).toFixed(1)} s`
  }
  context.createMediaStreamSource(await navigator.mediaDevices.getUserMedia({ audio: true })).connect(microphone)
}
async function talk(on: boolean): Promise<void> {
  if (on) silence()
  opened ??= openMicrophone()
  await opened
  if (on !== talking) send({ type: on ? 'talk_start' : 'talk_stop' })
  talking = on
  samples = 0
}
find('talk').onpointerdown = () => void talk(true)
find('talk').onpointerup = () => void talk(false)
