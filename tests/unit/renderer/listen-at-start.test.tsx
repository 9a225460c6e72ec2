// @vitest-environment jsdom
import { expect, it } from 'vitest'
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
const on = [{ name: 'talk.handsFree', payload: { on: true } }]

it.each([
  ['wanted', { handsFreeAtStart: true }, on],
  ['not wanted', {}, []],
  ['no microphone may be opened', { handsFreeAtStart: true, microphoneAllowed: false }, []],
])('Parley listens from its start only where the user wants it and it may: %s', async (_what, settings, expected) => {
  await show(<Page />, {}, 'en', settings)
  expect(asked).toEqual(expected)
})
