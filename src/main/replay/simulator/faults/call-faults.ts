import { callsOfFrame, type FrameCall } from '../../../../shared/fixtures/calls-of-frame'
import type { JsonObject, JsonValue } from '../../../../shared/lib/json'
import { isJsonList, isJsonObject, withoutKey } from '../../../../shared/lib/json-value'
import type { FaultEntry, FaultHooks, FaultStrike } from './fault'
import { silence } from './frame-parts'

/** Calls without ids, twice, taken back, or again and again. */
export const callFaults = {
  'call-without-id': {
    family: 'call',
    rows: ['4.37'],
    what: 'Calls come without ids.',
    times: 'always',
    parameters: {},
    begin: callsWithoutIds,
  },
  'call-twice': {
    family: 'call',
    rows: ['4.37'],
    what: 'The frame of a call comes twice.',
    times: 'always',
    parameters: {},
    begin: (strike) => ({ toClient: (frame) => (frame.toolCall !== undefined && strike.take() ? { instead: [frame, frame] } : null) }),
  },
  'call-cancelled': {
    family: 'call',
    rows: ['4.36'],
    what: 'A call is cancelled while it is open, and the turn ends.',
    times: 1,
    parameters: { afterMs: { value: 1_500, what: 'milliseconds after the call' } },
    begin: cancelsCall,
  },
  'blocking-cancelled-by-input': {
    family: 'call',
    rows: ['4.10', '4.36'],
    what: 'Anything the user says cancels the open blocking calls, whatever the model.',
    times: 'always',
    parameters: {},
    begin: (strike) => ({ inputCancelsBlocking: () => strike.line.isBlocked() && strike.take() }),
  },
  'cancellation-unknown': {
    family: 'call',
    rows: ['4.36'],
    what: 'With every call comes a cancellation for calls that never existed.',
    times: 'always',
    parameters: {},
    begin: (strike) => ({
      toClient: (frame) =>
        frame.toolCall !== undefined && strike.take() ? { instead: [frame, { toolCallCancellation: { ids: ['never-called'] } }] } : null,
    }),
  },
  'call-swept': {
    family: 'call',
    rows: ['4.42'],
    what: 'An answered call is made again under other ids.',
    times: 1,
    parameters: { repeats: { value: 2, what: 'how often it is made again' } },
    begin: sweepsCall,
  },
  'audio-after-call': {
    family: 'call',
    rows: ['4.33'],
    what: 'Audio continues after a call.',
    times: 'always',
    parameters: {},
    begin: (strike) => ({
      toClient: (frame) => (frame.toolCall !== undefined && strike.take() ? { instead: [frame, silence, silence] } : null),
    }),
  },
} satisfies Readonly<Record<string, FaultEntry>>

function callsWithoutIds(strike: FaultStrike): FaultHooks {
  const open: FrameCall[] = []
  return {
    toClient(frame) {
      if (frame.toolCall === undefined || !strike.take()) return null
      open.push(...callsOfFrame(frame))
      return { instead: [mapItems(frame, 'toolCall', 'functionCalls', (call) => withoutKey(call, 'id'))] }
    },
    fromClient(frame) {
      if (frame.toolResponse === undefined) return null
      return mapItems(frame, 'toolResponse', 'functionResponses', (response) => {
        const call = response.id === undefined ? open.find(({ name }) => name === response.name) : undefined
        if (call?.id === undefined) return response
        if (response.willContinue !== true) open.splice(open.indexOf(call), 1)
        return { ...response, id: call.id }
      })
    },
  }
}

function cancelsCall(strike: FaultStrike): FaultHooks {
  let pending: { cancel(): void } | null = null
  return {
    toClient(frame) {
      const ids = callsOfFrame(frame).flatMap(({ id }) => (id === undefined ? [] : [id]))
      if (ids.length === 0 || !strike.isArmed()) return null
      pending = strike.line.after(strike.number('afterMs'), () => {
        pending = null
        if (!strike.take()) return
        strike.line.send({ toolCallCancellation: { ids: [...ids, 'never-called'] } })
        strike.line.endTurn()
      })
      return null
    },
    fromClient(frame) {
      if (!finalResponses(frame).length) return null
      pending?.cancel()
      pending = null
      return null
    },
  }
}

function sweepsCall(strike: FaultStrike): FaultHooks {
  const made = new Map<string, JsonObject>()
  return {
    toClient(frame) {
      mapItems(frame, 'toolCall', 'functionCalls', (call) => {
        if (typeof call.id === 'string') made.set(call.id, call)
        return call
      })
      return null
    },
    fromClient(frame) {
      for (const { id } of finalResponses(frame)) {
        if (typeof id !== 'string') continue
        const call = made.get(id)
        if (call === undefined || !strike.take()) continue
        for (let repeat = 1; repeat <= strike.number('repeats'); repeat += 1) {
          strike.line.send({ toolCall: { functionCalls: [{ ...call, id: `${id}-again-${repeat}` }] } })
        }
      }
      return null
    },
  }
}

function finalResponses(frame: JsonObject): readonly JsonObject[] {
  const responses = isJsonObject(frame.toolResponse) ? frame.toolResponse.functionResponses : undefined
  return itemsOf(responses).filter((response) => response.willContinue !== true)
}

function itemsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return isJsonList(value) ? value.filter(isJsonObject) : []
}

function mapItems(frame: JsonObject, member: string, list: string, change: (item: JsonObject) => JsonObject): JsonObject {
  const value = frame[member]
  if (!isJsonObject(value)) return frame
  return { ...frame, [member]: { ...value, [list]: itemsOf(value[list]).map(change) } }
}
