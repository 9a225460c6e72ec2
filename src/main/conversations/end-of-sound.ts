import { base64Length } from '../../shared/lib/base64'

const BYTES_PER_SAMPLE = 2

/** The number of the first sample after this piece of sound, counted from the beginning of its turn. */
export function endOfSound({ chunk, startSample }: { readonly chunk: string; readonly startSample: number }): number {
  return startSample + base64Length(chunk) / BYTES_PER_SAMPLE
}
