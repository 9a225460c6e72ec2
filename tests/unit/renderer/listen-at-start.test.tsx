// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { useListenAtStart } from '../../../src/renderer/app/use-listen-at-start'
import { useServices } from '../../../src/renderer/state/context'
import { drawnPart } from '../../support/drawn-part'

const { asked, show } = drawnPart()

/** A page that is open already. */
function Page() {
  const { store } = useServices()
  store.api.setState({ opening: { phase: 'ready' } })
  return <Listening />
}
function Listening() {
  useListenAtStart()
  return null
}
beforeEach(() => sessionStorage.clear())

const on = [{ name: 'talk.handsFree', payload: { on: true } }]

it.each([
  ['wanted', { handsFreeAtStart: true }, on],
  ['not wanted', {}, []],
  ['no microphone may be opened', { handsFreeAtStart: true, microphoneAllowed: false }, []],
])('Parley listens from its start only if the user wants it and it may: %s', async (_what, settings, expected) => {
  await show(<Page />, {}, 'en', settings)
  expect(asked).toEqual(expected)
})

it('a reloaded page, as after a crash, does not turn on what was turned off meanwhile', async () => {
  await show(<Page key="first" />, {}, 'en', { handsFreeAtStart: true })
  await show(<Page key="again" />, {}, 'en', { handsFreeAtStart: true })
  expect(asked).toEqual(on)
})
