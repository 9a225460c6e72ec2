import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { declareFunctions } from '../../../src/shared/tools/declare-functions'
import { realServer, toolServerRig } from '../../support/tool-server-rig'

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-servers-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it('server-everything lists its tools, each can be declared to Gemini, and calls return text, structured content and pictures', async () => {
  const rig = toolServerRig()
  await rig.start(realServer('everything'))
  expect(rig.servers.list()).toMatchObject([{ state: { phase: 'ready' } }])
  const tools = rig.servers.tools()
  expect(tools.length).toBeGreaterThan(8)
  expect(tools.every(({ name, approval }) => name.startsWith('everything__') && approval === 'ask')).toBe(true)
  const declared = declareFunctions(
    tools.map((tool) => ({ name: tool.name, description: tool.description, parameters: tool.parameters ?? {} })),
  )
  expect(declared.setAside).toEqual([])
  expect(await rig.run('everything__echo', { message: 'hello' })).toMatchObject({ text: 'Echo: hello' })
  expect(await rig.run('everything__get-structured-content', { location: 'New York' })).toMatchObject({
    structured: { temperature: expect.any(Number) },
  })
  expect(await rig.run('everything__get-tiny-image', {})).toMatchObject({ others: [{ type: 'image', mimeType: 'image/png' }] })
})

it('a server inherits none of Parley’s environment but six names, and gets what the user entered', async () => {
  const environment = { ...process.env, GEMINI_API_KEY: 'a-secret', PARLEY_ANYTHING: 'x', NODE_OPTIONS: '', ELECTRON_RUN_AS_NODE: '1' }
  const rig = toolServerRig({ environment })
  await rig.servers.save({ ...realServer('everything'), variables: ['NOTES_TOKEN'] }, { NOTES_TOKEN: 'entered' })
  await rig.start()
  const { text } = await rig.run('everything__get-env', {})
  const names = Object.keys(JSON.parse(String(text)))
  expect(names.filter((name) => !['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'NOTES_TOKEN'].includes(name))).toEqual([])
  expect(text).toContain('entered')
  expect(JSON.stringify(rig.table.list())).not.toContain('entered')
})

it('server-filesystem reads and writes in its folder, and says that it refuses another one', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'note.txt'), 'buy rice')
  const rig = toolServerRig()
  await rig.start(realServer('filesystem', folder))
  expect(await rig.run('filesystem__read_text_file', { path: join(folder, 'note.txt') })).toMatchObject({
    structured: { content: 'buy rice' },
  })
  await rig.run('filesystem__write_file', { path: join(folder, 'new.txt'), content: 'tea' })
  expect(await readFile(join(folder, 'new.txt'), 'utf8')).toBe('tea')
  await expect(rig.run('filesystem__read_text_file', { path: '/etc/passwd' })).rejects.toMatchObject({
    text: { code: 'server-call-failed', values: { server: 'filesystem' } },
  })
})

it('server-memory keeps what one call stores for the next', async () => {
  const folder = await temporaryFolder()
  const rig = toolServerRig()
  const server = { ...realServer('memory'), variables: ['MEMORY_FILE_PATH'] }
  await rig.servers.save(server, { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') })
  await rig.start()
  await rig.run('memory__create_entities', { entities: [{ name: 'Hoshino', entityType: 'printer', observations: ['closes at six'] }] })
  expect(JSON.stringify(await rig.run('memory__read_graph', {}))).toContain('closes at six')
})

it('the progress that server-everything reports of a long call is passed on', async () => {
  const rig = toolServerRig()
  await rig.start(realServer('everything'))
  await rig.run('everything__trigger-long-running-operation', { duration: 0.4, steps: 2 })
  expect(rig.progress[0]).toEqual({ toolCallId: 'call-1', done: 1, total: 2, message: null })
})
