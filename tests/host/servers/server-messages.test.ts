import { expect, it } from 'vitest'
import { longestMessageShown, mostMessagesShown } from '../../../src/main/servers/message-log'
import { modernServer } from '../../support/modern-server'
import { scriptServer, toolServerRig } from '../../support/tool-server-rig'

it('the last messages of a server are shown in order, cut, and without the values of its variables', async () => {
  const rig = toolServerRig()
  const answer = `on('tools/call', () => text('The key is ' + process.env.KEY + '. ' + 'x'.repeat(9000)))`
  await rig.servers.save({ ...scriptServer('notes', answer), variables: ['KEY'] }, { KEY: 's3cret-value' })
  await rig.until(() => rig.servers.tools().length > 0)
  await rig.run('notes__one', { said: 's3cret-value' })
  const messages = rig.servers.messages('notes')
  expect(messages.map(({ direction, text }) => [direction, /"method":"([^"]+)"/.exec(text)?.[1] ?? 'answer'])).toEqual([
    ['to', 'initialize'],
    ['from', 'answer'],
    ['to', 'notifications/initialized'],
    ['to', 'tools/list'],
    ['from', 'answer'],
    ['to', 'tools/call'],
    ['from', 'answer'],
  ])
  expect(messages.at(-1)?.text).toHaveLength(longestMessageShown)
  expect(messages.at(-1)?.text).toContain('The key is ')
  expect(JSON.stringify(messages)).not.toContain('s3cret-value')
  expect(rig.servers.messages('nobody')).toEqual([])
})

it('as many as are useful are remembered, also of a server of the web', async () => {
  const rig = toolServerRig()
  await rig.start({ kind: 'address', name: 'web', on: true, trusted: false, address: await modernServer() })
  expect(
    rig.servers
      .messages('web')
      .map(({ text }) => text)
      .join(),
  ).toContain('tools/list')
  await rig.start(
    scriptServer(
      'chatty',
      `for (let n = 0; n < 500; n += 1) send({ method: 'notifications/message', params: { level: 'info', data: n } })`,
    ),
  )
  await rig.run('chatty__one', {})
  expect(rig.servers.messages('chatty')).toHaveLength(mostMessagesShown)
})
