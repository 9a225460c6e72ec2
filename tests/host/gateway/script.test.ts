import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { modelCall, payment, startGateway } from '../../support/gateway-rig'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

test('the example script asks, passes the question on to the terminal, and prints the answer', async () => {
  const pays = textRecording([words, chunk(modelCall('pay', 'process_payment', payment)), finish(), answer('pay'), says('Paid.'), finish()])
  const rig = await startGateway({ fixtures: [pays] })
  const ran = promisify(execFile)(process.execPath, ['examples/script/ask.mjs', 'Pay it.'], {
    env: { ...process.env, PARLEY_URL: rig.url, PARLEY_TOKEN: rig.token },
  })
  let shown = ''
  ran.child.stdout?.on('data', (piece) => {
    shown += String(piece)
    if (shown.endsWith('(yes/no) ')) ran.child.stdin?.end('yes\n')
  })
  const { stdout } = await ran
  expect(stdout).toBe(`process_payment ${JSON.stringify(payment)}\nAllow it? (yes/no) Paid.\n`)
  expect(rig.app.told('approval.changed').map(({ state }) => state)).toEqual(['requested', 'approved', 'executing', 'done'])
})
