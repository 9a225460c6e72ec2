import { base64Length, normalizeBase64 } from '../lib/base64'
import { formatMediaType, parseMediaType } from '../lib/media-type'
import type { Outbox } from './chunk-outbox'
import type { Chunk, ProviderMetadata } from './chunks'
import type { GeminiPart } from './gemini-part'
import type { ModelWriter } from './model-writer'
import { pcmRateOf } from './pcm-counter'
import type { Turns } from './turns'

/** Writes a part of the model's content, and stores it verbatim. */
export class PartWriter {
  readonly #outbox: Outbox
  readonly #turns: Turns
  readonly #model: ModelWriter
  readonly #keeps: boolean

  constructor(outbox: Outbox, turns: Turns, model: ModelWriter, keeps: boolean) {
    this.#outbox = outbox
    this.#turns = turns
    this.#model = model
    this.#keeps = keeps
  }

  /** `raw` is the unchanged part. `besideSpeech`: thoughts do not break the text that is being spoken. */
  write(part: GeminiPart, raw: unknown, besideSpeech: boolean): void {
    if (this.#model.isLate && part.kind !== 'call') {
      this.#outbox.passBy('late-output')
      return
    }
    this.#say(part, besideSpeech)
    const isAudio = part.kind === 'inline' && pcmRateOf(part.mimeType) !== null
    if (this.#keeps && !isAudio && typeof raw === 'object' && raw !== null) this.keep(raw)
  }

  /** Stores a part verbatim for its step, if the turn has an answer. */
  keep(raw: unknown): void {
    const turn = this.#turns.target()
    if (turn?.answer?.isOpen === true) turn.contents.add(Math.max(1, turn.answer.step), raw)
  }

  #say(part: GeminiPart, besideSpeech: boolean): void {
    switch (part.kind) {
      case 'text':
        if (part.text === '' && part.signature === null) return
        if (part.thought) this.#model.thought(part.text, part.signature, besideSpeech)
        else this.#model.text(part.text, part.signature)
        return
      case 'call':
        this.#model.call(part)
        return
      case 'code':
        this.#model.part({ type: 'data-executable-code', data: { language: part.language, code: part.code } })
        return
      case 'code-result':
        this.#model.part({ type: 'data-code-execution-result', data: { outcome: part.outcome, output: part.output } })
        return
      case 'inline': {
        const rate = pcmRateOf(part.mimeType)
        if (rate !== null) this.#model.audio(part.data, rate)
        else this.#file(dataUrl(part.mimeType, part.data), part)
        return
      }
      case 'file':
        this.#file(part.url, part)
        return
      case 'hidden':
        return
      case 'response':
      case 'unknown':
        this.#outbox.passBy('unknown-part')
    }
  }

  #file(url: string | null, media: GeminiPart & { readonly kind: 'inline' | 'file' }): void {
    if (url === null) this.#outbox.passBy('unknown-part')
    else this.#model.part({ type: 'file', url, mediaType: standardType(media.mimeType), ...fileMetadata(media) } satisfies Chunk)
  }
}

// the names used by the AI SDK's own Gemini provider
function fileMetadata({ signature, thought }: { readonly signature: string | null; readonly thought: boolean }): {
  readonly providerMetadata?: ProviderMetadata
} {
  if (signature === null && !thought) return {}
  return { providerMetadata: { google: { ...(thought && { thought }), ...(signature !== null && { thoughtSignature: signature }) } } }
}

function standardType(mimeType: string): string {
  const type = parseMediaType(mimeType)
  return type === null ? mimeType : formatMediaType(type)
}

function dataUrl(mimeType: string, data: string): string | null {
  const base64 = normalizeBase64(data)
  const type = parseMediaType(mimeType)
  if (base64 === null || base64Length(base64) === 0 || type === null || !/^[\w.+-]+\/[\w.+-]+$/.test(type.essence)) return null
  // only parameters that need no quotes are part of an address
  const parameters = new Map([...type.parameters].filter(([name, value]) => /^[\w.+-]+$/.test(name) && /^[\w.+-]+$/.test(value)))
  return `data:${formatMediaType({ essence: type.essence, parameters })};base64,${base64}`
}
