import type { FlightRecorder } from '../../src/main/diagnostics/recording/flight-recorder'
import type { FixtureServer } from '../../src/main/replay/simulator/simulator-server'
import type { InProcessApp } from './app-in-process'
import { type GeneratedTurn, samplesOf } from './generated-conversation'
import { beginTalk, endTalk } from './speak-to-app'

/** Plays the user of a generated conversation through the app's own calls, and answers its approvals. */
export async function playUser(
  app: InProcessApp,
  conversationId: string,
  turns: readonly GeneratedTurn[],
  { flight, server }: { readonly flight: FlightRecorder; readonly server: FixtureServer },
): Promise<void> {
  const decided = new Set<string>()
  const played = new Set<string>()
  let approve = true
  let acknowledges = true
  const received = (): number =>
    flight.events(conversationId).filter((event) => event.kind === 'frame' && event.direction === 'received').length
  const caughtUp = (): boolean => received() >= server.framesSent()
  const answer = (): void => {
    for (const { approvalId, inputHash, state } of app.told('approval.changed')) {
      if (state !== 'requested' || decided.has(approvalId)) continue
      decided.add(approvalId)
      const approved = approve
      queueMicrotask(() => void app.call('approval.decide', { approvalId, inputHash, approved }))
    }
    if (!acknowledges) return
    for (const { turnId } of app.told('playback.end')) {
      if (played.has(turnId)) continue
      played.add(turnId)
      void app.call('playback.position', { conversationId, turnId, samples: 0, done: true })
    }
  }
  const idle = (): boolean => app.told('conversation.status').at(-1)?.activity === 'idle'
  const finished = (): number =>
    app
      .told('stream.chunk')
      .filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish' && chunk.finishReason !== 'tool-calls').length

  /** Frames that change nothing on the page are not events of the app. */
  const until = async (condition: () => boolean): Promise<void> => {
    let look = (): void => undefined
    const listening = flight.onEvent(() => setImmediate(() => look()))
    await Promise.race([
      app.until(condition),
      new Promise<void>((resolve) => {
        look = () => {
          if (condition()) resolve()
        }
        look()
      }),
    ])
    listening.dispose()
  }

  for (const [index, turn] of turns.entries()) {
    const isCut = turns[index + 1]?.cutsInAfter != null
    approve = turn.call?.approve ?? true
    acknowledges = !isCut
    const before = finished()
    if (turn.input.kind === 'text') await app.call('text.send', { conversationId, text: turn.input.words })
    else {
      const talkId = await beginTalk(app)
      for (let count = 0; count < turn.input.frames; count += 1) {
        await app.call('microphone.frame', { talkId, pcm: new Uint8Array(640).fill(turn.input.byte) })
      }
      await endTalk(app, talkId)
    }
    if (!isCut) {
      await until(() => {
        answer()
        return finished() > before && idle() && caughtUp()
      })
      continue
    }
    const samples = samplesOf(turn)
    const heard = (): readonly { readonly turnId: string; readonly pcm: Uint8Array }[] => {
      const all = app.told('playback.pcm')
      return all.filter(({ turnId }) => turnId === all.at(-1)?.turnId)
    }
    await until(() => heard().reduce((sum, { pcm }) => sum + pcm.byteLength / 2, 0) >= samples && caughtUp())
    const turnId = heard().at(-1)?.turnId ?? ''
    await app.call('playback.position', {
      conversationId,
      turnId,
      samples: Math.min(samples, turns[index + 1]?.cutsInAfter ?? 0),
      done: false,
    })
  }
}
