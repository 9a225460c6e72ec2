import { systemClock } from '../../src/main/lib/system-clock'
import { createGenaiConnector } from '../../src/main/models/live/genai-connector'
import { createLiveSession, type LiveSession, type LiveSessionOptions } from '../../src/main/models/live/live-session'
import type { LiveSetup, LiveTool } from '../../src/main/models/live/live-setup'
import type { SessionState } from '../../src/shared/ipc/schemas'
import { defaultSessionChoices } from '../../src/shared/ipc/session-choices'

/** A key in Google's format, for checking that it appears nowhere. */
export const testKey = 'AIzaSyTestTestTestTestTestTestTestTest012'

export const weatherTool: LiveTool = {
  name: 'get_weather',
  description: 'Weather of a city',
  parameters: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  },
  blocking: false,
}

export function testSetup(baseUrl: string, changes: Partial<LiveSetup> = {}): LiveSetup {
  return {
    apiKey: testKey,
    baseUrl,
    model: 'gemini-3.8-live',
    choices: defaultSessionChoices,
    systemInstruction: 'Be brief.',
    tools: [weatherTool],
    googleSearch: false,
    names: [],
    ...changes,
  }
}

export interface LiveSessionRig {
  readonly session: LiveSession
  readonly states: readonly SessionState[]
  readonly frames: readonly unknown[]
  malformed(): number
  readonly faults: readonly string[]
  readonly repeats: () => number
}

/** A session through the real client library with a server at `baseUrl`, with all its reports recorded. */
export function createLiveSessionRig(setup: LiveSetup, changes: Partial<LiveSessionOptions> = {}): LiveSessionRig {
  const states: SessionState[] = []
  const frames: unknown[] = []
  const faults: string[] = []
  let malformed = 0
  let repeats = 0
  const session = createLiveSession({
    connector: createGenaiConnector(systemClock),
    clock: systemClock,
    random: () => 0,
    setup: async () => setup,
    onFrame: (frame) => frames.push(frame),
    onMalformed: () => malformed++,
    onState: (state) => states.push(state),
    onFrameFault: (detail) => faults.push(detail),
    onRepeat: () => repeats++,
    ...changes,
  })
  return { session, states, frames, malformed: () => malformed, faults, repeats: () => repeats }
}
