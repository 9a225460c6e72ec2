import { expect, it } from 'vitest'
import { scriptServer, toolServerRig } from '../../support/tool-server-rig'

/** A server that writes a value without end in depth: `place` is where it stands, as a JSON text with `DEEP` in it. */
const writing = (method: string, place: string) =>
  scriptServer(
    'deep',
    `const deep = '{"a":['.repeat(50000) + '1' + ']}'.repeat(50000)
     on(${JSON.stringify(method)}, (_, id) => void process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"result":' + ${JSON.stringify(place)}.replaceAll('DEEP', deep) + '}\\n'))`,
  )

it.each([
  ['a definition', 'tools/list', '{"tools":[{"name":"one","inputSchema":DEEP},{"name":"two","inputSchema":{"type":"object"}}]}'],
  [
    'the hints of a tool',
    'tools/list',
    '{"tools":[{"name":"one","annotations":DEEP,"inputSchema":{"type":"object"}},{"name":"two","inputSchema":{"type":"object"}}]}',
  ],
])('a server whose value without end in depth is %s costs itself alone', async (_, method, place) => {
  const rig = toolServerRig()
  await rig.start(scriptServer('other', ''), writing(method, place))
  expect(rig.reports).toEqual([])
  expect(rig.servers.tools().map(({ name }) => name)).toContain('other__one')
  expect(await rig.run('other__one', {})).toMatchObject({ text: 'ran one' })
})

it('a notification and a question without end in depth are passed by', async () => {
  const rig = toolServerRig()
  const noted = [
    '{"jsonrpc":"2.0","method":"notifications/message","params":DEEP}',
    '{"jsonrpc":"2.0","id":7,"method":"ping","params":DEEP}',
  ]
  const write = `for (const one of ${JSON.stringify(noted)}) process.stdout.write(one.replaceAll('DEEP', '{"a":['.repeat(50000) + '1' + ']}'.repeat(50000)) + '\\n')`
  await rig.start(scriptServer('deep', `on('tools/call', () => { ${write}; return text('done') })`))
  expect(await rig.run('deep__one', {})).toMatchObject({ text: 'done' })
})

it.each([
  ['content', '{"content":[{"type":"text","text":"x","more":DEEP}]}'],
  ['structured content', '{"content":[],"structuredContent":DEEP}'],
  ['a result', 'DEEP'],
])('a call whose %s has no end in depth ends in words, and the next one is answered', async (_, place) => {
  const rig = toolServerRig()
  await rig.start(scriptServer('other', ''), writing('tools/call', place))
  const ended = await rig.run('deep__one', {}).catch((error: unknown) => error)
  expect(ended).toHaveProperty('text')
  expect(JSON.stringify(ended)).toContain('nested too deeply')
  expect(rig.reports).toEqual([])
  expect(await rig.run('other__one', {})).toMatchObject({ text: 'ran one' })
})
