import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { builtDataFiles } from '../../support/data-files'
import { copied, copyThenSay, type GatewayRig, modelCall, startGateway } from '../../support/gateway-rig'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

/** Runs the example script with a user who allows what it asks; returns what it printed. */
async function ask(rig: GatewayRig, text: string): Promise<string> {
  const ran = promisify(execFile)(process.execPath, ['examples/script/ask.mjs', text], {
    env: { ...process.env, PARLEY_URL: rig.url, PARLEY_TOKEN: rig.token },
  })
  let shown = ''
  ran.child.stdout?.on('data', (piece) => {
    shown += String(piece)
    if (shown.endsWith('(yes/no) ')) ran.child.stdin?.end('yes\n')
  })
  return (await ran).stdout
}

test('the example script asks, shows the approval in the terminal, and prints the answer', async () => {
  const copies = copyThenSay('Copied.')
  const rig = await startGateway({ fixtures: [copies] })
  expect(await ask(rig, 'Copy it.')).toBe(`write_clipboard ${JSON.stringify(copied)}\nAllow it? (yes/no) Copied.\n`)
  expect(rig.app.told('approval.changed').map(({ state }) => state)).toEqual(['requested', 'approved', 'executing', 'done'])
})

test('the example script prints the address of a result with rows, which its token can read', async () => {
  const query = { source: 'Sample shop', sql: 'SELECT id FROM orders ORDER BY id LIMIT 2', title: 'Orders', reason: 'To see.' }
  const queries = textRecording([
    words,
    chunk(modelCall('query', 'execute_sql', query)),
    finish(),
    answer('query'),
    says('Here.'),
    finish(),
  ])
  const rig = await startGateway({ fixtures: [queries], dataFiles: await builtDataFiles() })
  const [, address = ''] = /Orders: (\S+)/.exec(await ask(rig, 'Which orders?')) ?? []
  const response = await fetch(address, { headers: rig.headers })
  expect(await response.json()).toMatchObject({ columns: ['id'], rows: [[1], [2]] })
})
