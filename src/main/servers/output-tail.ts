import { stripVTControlCharacters } from 'node:util'
import { makeVisible } from '../../shared/text/make-visible'
import { redact } from '../../shared/text/redact'

/** The end of what a process writes, to say why it failed. */
export interface OutputTail {
  add(chunk: Buffer): void
  /** The last lines, with hidden characters visible and the secrets replaced; empty if nothing was written. */
  text(): string
}

/** The most bytes that are held, and the most characters that are shown. */
const HELD = 65_536
const SHOWN = 600

/** `secrets`: texts that must not be shown, such as keys in the environment of the process. */
export function createOutputTail(secrets: readonly string[]): OutputTail {
  let held = Buffer.alloc(0)
  return {
    add(chunk) {
      held = Buffer.concat([held, chunk]).subarray(-HELD)
    },
    text() {
      const plain = stripVTControlCharacters(redact(held.toString('utf8'), secrets))
      const lines = plain.split(/\r?\n/).map((line) => makeVisible(line.trimEnd()))
      return lines.join('\n').trim().slice(-SHOWN)
    },
  }
}
