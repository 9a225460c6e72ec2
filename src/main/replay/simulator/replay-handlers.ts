import type { replayCalls } from '../../../shared/ipc/replay-calls'
import { CallError, type Handlers } from '../../../shared/ipc/router'
import type { ReplayControls } from '../replay-service'
import { isFaultName, listFaults } from './faults/catalogue'

/** The handlers of the calls about recordings that stand in for Gemini. */
export function createReplayHandlers(replays: ReplayControls): Pick<Handlers, keyof typeof replayCalls> {
  return {
    'replay.choose': async ({ conversationId, fixtureId }) => {
      await replays.choose(conversationId, fixtureId)
      return null
    },
    'replay.watch': async ({ conversationId, on, fromTurn }) => {
      const director = replays.director(conversationId)
      if (on) await director.watch(fromTurn)
      else director.takePart()
      return null
    },
    'replay.pace': ({ conversationId, ...change }) => {
      replays.director(conversationId).setPace(change)
      return null
    },
    'replay.faults': () => ({ faults: listFaults().map(({ name, family, what, times }) => ({ name, family, what, times })) }),
    'replay.misbehave': async ({ conversationId, fault }) => {
      if (fault !== null && !isFaultName(fault)) throw new CallError('fault-unknown', 'There is no such fault. Choose one of the list.')
      await replays.misbehave(conversationId, fault)
      return null
    },
  }
}
