import { answerOfResponse } from '../../../shared/fixtures/answer-of-response'
import { callsOfFrame } from '../../../shared/fixtures/calls-of-frame'
import type { JsonObject } from '../../../shared/lib/json'
import { isJsonList, isJsonObject } from '../../../shared/lib/json-value'
import { ClientViolation, invalidArgument } from './client-violation'
import type { FunctionResponse } from './content-rules'
import type { CallBehavior } from './live-models'
import type { SettledCall } from './player-types'

interface OpenCall {
  /** The id that it was sent with; undefined where it had none. */
  readonly id: string | undefined
  readonly name: string
  readonly behavior: CallBehavior
  state: 'open' | 'waiting' | 'answered' | 'cancelled'
  /** The connection that answered last. */
  answeredBy: object | null
}

/** Tracks the calls and their responses across the connections of one server. */
export class SimulatedCalls {
  private readonly calls = new Map<string, OpenCall>()

  /** Records the calls and cancellations of a frame that is being sent. `behaviorOf` returns how a declared function runs. */
  sent(frame: JsonObject, behaviorOf: (name: string) => CallBehavior): void {
    for (const { id, name } of callsOfFrame(frame)) {
      this.calls.set(id ?? name, { id, name, behavior: behaviorOf(name), state: 'open', answeredBy: null })
    }
    const cancellation = frame.toolCallCancellation
    const ids = isJsonObject(cancellation) && isJsonList(cancellation.ids) ? cancellation.ids : []
    for (const id of ids) {
      const call = typeof id === 'string' ? this.calls.get(id) : undefined
      if (call !== undefined) call.state = 'cancelled'
    }
  }

  /** The name of a function whose open call blocks audio, if there is one. */
  blockingCall(): string | undefined {
    return [...this.calls.values()].find((call) => call.behavior === 'BLOCKING' && call.state === 'open')?.name
  }

  /** The ids of open blocking calls. A call without an id cannot be cancelled. */
  blockingIds(): readonly string[] {
    return [...this.calls.values()].flatMap(({ id, behavior, state }) =>
      behavior === 'BLOCKING' && state === 'open' && id !== undefined ? [id] : [],
    )
  }

  /**
   * Settles one call; null when its decision is still to come. Throws what the service would close with. A client that lost
   * its connection can't know what arrived: on another one it may answer once more, which changes nothing.
   */
  answer(response: FunctionResponse, schedulingAllowed: boolean, connection: object): SettledCall | null {
    const id = response.id ?? response.name
    const call = this.calls.get(id)
    if (call === undefined) throw invalidArgument(`toolResponse answers "${id}", which is no call of this session.`)
    if (call.name !== response.name) throw invalidArgument(`toolResponse "${id}" names ${response.name}, but the call was ${call.name}.`)
    if (call.state === 'cancelled') throw new ClientViolation(1008, 'Requested entity was not found.')
    if (call.state === 'answered' && call.answeredBy !== connection) return null
    if (call.state === 'answered') throw invalidArgument(`toolResponse "${id}" was answered before.`)
    this.checkScheduling(response, call, schedulingAllowed)
    call.answeredBy = connection
    const answer = response.willContinue ? 'waiting' : answerOfResponse(response.response)
    if (call.behavior === 'BLOCKING' || answer !== 'waiting') call.state = 'answered'
    else call.state = 'waiting'
    return answer === 'waiting' ? null : { call: id, answer }
  }

  private checkScheduling(response: FunctionResponse, call: OpenCall, allowed: boolean): void {
    if (response.scheduling === undefined) return
    if (!allowed) throw invalidArgument('Scheduling is not supported for this model.')
    if (call.behavior === 'BLOCKING') throw invalidArgument('Scheduling is only supported for NON_BLOCKING functions.')
  }
}
