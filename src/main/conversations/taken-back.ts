import { toolResponseFor } from '../../shared/tools/tool-response'
import { frameFacts } from '../models/live/frame-facts'
import type { ToolAnswer } from '../models/live/outgoing'

/**
 * Answers to the calls of a frame that belongs to an answer which the user stopped: none is run, each is answered, because
 * a model that waits for one would wait for ever.
 */
export function takenBack(frame: unknown): readonly ToolAnswer[] {
  const response = toolResponseFor({ kind: 'withdrawn', reason: 'the user stopped this answer' })
  return frameFacts(frame).calls.map(({ id, name }) => ({ modelCallId: id, name, response }))
}
