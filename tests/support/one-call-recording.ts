import type { Fixture } from '../../src/shared/fixtures/fixture'
import type { JsonObject } from '../../src/shared/lib/json'
import { answerComes, liveRecording, modelCalls, modelSays, wordsCome } from './live-recording'

/** A recording in which the model makes this call at typed text, and says `There it is.` when it is answered. */
export function oneCallRecording(name: string, args: JsonObject): Fixture {
  return liveRecording('tool', [wordsCome, modelCalls('call-1', name, args), answerComes('call-1'), ...modelSays('There it is.')])
}
