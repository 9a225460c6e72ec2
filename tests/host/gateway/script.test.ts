import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { copied, modelCall, startGateway } from '../../support/gateway-rig'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

test('the example script asks, shows the approval in the terminal, and prints the answer', async () => {
  const copies = textRecording([
    words,
    chunk(modelCall('copy', 'write_clipboard', copied)),
    finish(),
    answer('copy'),
    says('Copied.'),
    finish(),
  ])
  const rig = await startGateway({ fixtures: [copies] })
  const ran = promisify(execFile)(process.execPath, ['examples/script/ask.mjs', 'Copy it.'], {
    env: { ...process.env, PARLEY_URL: rig.url, PARLEY_TOKEN: rig.token },
  })
  let shown = ''
  ran.child.stdout?.on('data', (piece) => {
    shown += String(piece)
    if (shown.endsWith('(yes/no) ')) ran.child.stdin?.end('yes\n')
  })
  const { stdout } = await ran
  expect(stdout).toBe(`write_clipboard ${JSON.stringify(copied)}\nAllow it? (yes/no) Copied.\n`)
  expect(rig.app.told('approval.changed').map(({ state }) => state)).toEqual(['requested', 'approved', 'executing', 'done'])
})
