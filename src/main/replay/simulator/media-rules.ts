import type { JsonObject } from '../../../shared/lib/json'
import { invalidArgument } from './client-violation'
import { requireObject, requireText } from './json-shape'

/** What the models take, by its type, and how such a file begins; null: it is text. */
const TAKEN: Readonly<Record<string, RegExp | null>> = {
  'image/png': /^\u0089PNG\r\n/,
  'image/jpeg': /^\u00ff\u00d8/,
  'image/webp': /^RIFF[\s\S]{4}WEBP/,
  'application/pdf': /^[\s\S]{0,1024}%PDF-/,
  'text/plain': null,
  'audio/wav': /^RIFF[\s\S]{4}WAVE/,
  'audio/mp3': /^(ID3|\u00ff[\u00e0-\u00ff])/,
  'audio/aiff': /^FORM[\s\S]{4}AIF/,
  'audio/aac': /^\u00ff[\u00f0-\u00ff]/,
  'audio/ogg': /^OggS/,
  'audio/flac': /^fLaC/,
}

const HEAD_BYTES = 1100

/** Checks the bytes that stand in a part: of a type that is taken, and what the type says. */
export function checkInlineData(value: JsonObject[string] | undefined, place: string, only?: RegExp): void {
  const blob = requireObject(value, place)
  const mimeType = requireText(blob.mimeType, `${place}.mimeType`)
  const data = requireText(blob.data, `${place}.data`)
  if (only !== undefined && !only.test(mimeType)) throw invalidArgument(`Unsupported MIME type: ${mimeType}`)
  checkMedia(mimeType, Buffer.from(data, 'base64'))
}

/** Refuses a file of another type, or that is not what its type says. */
export function checkMedia(mimeType: string, bytes: Buffer): void {
  const begins = Object.hasOwn(TAKEN, mimeType) ? TAKEN[mimeType] : undefined
  if (begins === undefined) throw invalidArgument(`Unsupported MIME type: ${mimeType}`)
  if (begins === null ? bytes.includes(0) : !begins.test(bytes.subarray(0, HEAD_BYTES).toString('latin1')))
    throw invalidArgument(
      `Unable to process input ${begins === null ? 'text' : mimeType.split('/')[0]}. Please retry or report in the support forum.`,
    )
}
