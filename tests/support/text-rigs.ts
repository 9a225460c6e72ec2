import { afterEach } from 'vitest'
import { startTextRig, type TextRig, type TextRigOptions } from './text-rig'

/** Starts text rigs that end with their test. */
export function textRigs(): (options: TextRigOptions) => Promise<TextRig> {
  const started: TextRig[] = []
  afterEach(async () => {
    await Promise.all(started.splice(0).map((rig) => rig.close()))
  })
  return async (options) => {
    const rig = await startTextRig(options)
    started.push(rig)
    return rig
  }
}
