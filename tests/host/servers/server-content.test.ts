import { describe, expect, it } from 'vitest'
import type { ContentItem, WantedContent } from '../../../src/shared/servers/server-content'
import { realServer, scriptServer, type ToolServerRig, toolServerRig } from '../../support/tool-server-rig'

async function listOf(rig: ToolServerRig, name: string): Promise<readonly ContentItem[]> {
  const listed = await rig.servers.readContent(name, ({ list }) => list())
  if (!listed.ok) throw new Error(listed.error.message)
  return listed.value
}

const read = (rig: ToolServerRig, name: string, wanted: WantedContent) => rig.servers.readContent(name, (content) => content.read(wanted))

/** A server that has whatever these lines say of resources and prompts. */
const contentServer = (lines: string) =>
  scriptServer(
    'notes',
    `on('initialize', ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {}, resources: {}, prompts: {} }, serverInfo: { name: 'notes', version: '1' } }))
    const refuse = (id) => send({ id, error: { code: -32601, message: 'no such method' } })
    on('resources/list', () => ({ resources: [] }))
    on('resources/templates/list', (_, id) => refuse(id))
    on('prompts/list', () => ({ prompts: [] }))
    ${lines}`,
  )

async function startedWith(lines: string) {
  const rig = toolServerRig()
  await rig.start(contentServer(lines))
  return rig
}

describe('what a server offers to attach', () => {
  it('is listed, and each resource, template and prompt is read when the user wants it', async () => {
    const rig = toolServerRig()
    await rig.start(realServer('everything'))
    const items = await listOf(rig, 'everything')
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['resource', 'template', 'prompt']))
    const resource = items.find((one) => one.kind === 'resource' && one.uri.endsWith('.md'))
    if (resource?.kind !== 'resource') throw new Error('no resource')
    const name = resource.uri.split('/').at(-1)
    expect(await read(rig, 'everything', resource)).toMatchObject({ ok: true, value: [{ name, content: expect.stringMatching(/.+/) }] })
    const templates = items.flatMap((one) => (one.kind === 'template' ? [one] : []))
    const text = templates.find(({ template }) => template.includes('text'))
    if (text === undefined) throw new Error('no template')
    expect(text.arguments.map((one) => one.name)).toEqual(['resourceId'])
    const { template } = text
    expect(await read(rig, 'everything', { kind: 'template', template, values: { resourceId: '3' } })).toMatchObject({
      value: [{ content: expect.stringContaining('Resource 3') }],
    })
    const blob = templates.find((one) => one.template.includes('blob'))?.template ?? ''
    expect(await read(rig, 'everything', { kind: 'template', template: blob, values: { resourceId: '3' } })).toMatchObject({
      value: [{ content: expect.any(Uint8Array) }],
    })
    const prompt = items.find((one) => one.kind === 'prompt' && one.arguments.some(({ required }) => required))
    if (prompt?.kind !== 'prompt') throw new Error('no prompt')
    const values = Object.fromEntries(prompt.arguments.map((one) => [one.name, 'Kyoto']))
    const got = await read(rig, 'everything', { kind: 'prompt', name: prompt.name, values })
    expect(got).toMatchObject({ value: [{ name: prompt.name, content: expect.stringContaining('Kyoto') }] })
  })

  it('is listed also from a server that knows no templates, with its hidden characters visible, and without what is no entry', async () => {
    const rig = await startedWith(`
      on('resources/list', ({ cursor }) => cursor === undefined
        ? { resources: [{ uri: 'n:1', name: 'one\\u202e' }, { uri: 7 }, null], nextCursor: 'b' }
        : { resources: [{ uri: 'n:2', name: 'two', description: 'x'.repeat(5000) }] })`)
    const items = await listOf(rig, 'notes')
    expect(items).toMatchObject([
      { kind: 'resource', uri: 'n:1' },
      { kind: 'resource', uri: 'n:2' },
    ])
    expect(items[0]?.title).not.toContain('\u202e')
    expect(items[1]?.description).toHaveLength(1000)
  })

  it('of which there is no end is cut, and pages without end are not read on', async () => {
    const rig = await startedWith(`
      let page = 0
      on('resources/list', () => ({ resources: Array.from({ length: 20 }, (_, at) => ({ uri: 'n:' + page + '-' + at, name: 'n' })), nextCursor: String(++page) }))`)
    expect(await listOf(rig, 'notes')).toHaveLength(500)
  })

  it('that is too large, refused or no content is not taken, and the reason is said', async () => {
    const rig = await startedWith(`
      on('resources/read', ({ uri }, id) => {
        if (uri === 'n:refused') return void send({ id, error: { code: -32002, message: 'not yours' } })
        if (uri === 'n:large') return { contents: [{ uri, text: 'x'.repeat(7_000_000) }] }
        if (uri === 'n:many') return { contents: Array.from({ length: 11 }, () => ({ uri, text: 'x' })) }
        return { contents: [{ uri, blob: '%%%' }] }
      })`)
    const reason = async (uri: string) => {
      const answer = await read(rig, 'notes', { kind: 'resource', uri })
      return answer.ok ? null : answer.error.display?.values.reason
    }
    expect(await reason('n:refused')).toMatchObject({ code: 'server-content-refused' })
    expect(await reason('n:large')).toMatchObject({ code: 'server-content-too-large' })
    expect(await reason('n:many')).toMatchObject({ code: 'server-content-too-large' })
    expect(await reason('n:bad')).toMatchObject({ code: 'server-unreachable' })
    expect(rig.servers.list()[0]?.state).toEqual({ phase: 'ready' })
  })

  it('of several messages names who says each, and its links are named and not followed', async () => {
    const rig = await startedWith(`
      on('prompts/get', ({ arguments: { city } }) => ({ messages: [
        { role: 'user', content: { type: 'text', text: 'About ' + city } },
        { role: 'assistant', content: { type: 'resource_link', uri: 'https://example.com/a', name: 'a' } },
        { role: 'user', content: { type: 'resource', resource: { uri: 'n:/b/c.txt', text: 'inside' } } },
      ] }))`)
    const got = await read(rig, 'notes', { kind: 'prompt', name: 'plan', values: { city: 'Kyoto' } })
    expect(got).toEqual({
      ok: true,
      value: [
        { name: 'plan', content: 'user: About Kyoto\n\nassistant: https://example.com/a' },
        { name: 'c.txt', content: 'inside' },
      ],
    })
  })

  it('is not read while recordings replace Gemini, nor from a server that is off or gone', async () => {
    const rig = toolServerRig({ mayStart: () => false })
    await rig.servers.save(contentServer(''), {})
    expect(await rig.servers.readContent('notes', ({ list }) => list())).toMatchObject({ error: { code: 'server-content-failed' } })
    expect(rig.servers.list()[0]?.state).toEqual({ phase: 'stopped' })
    await rig.servers.save({ ...contentServer(''), on: false }, {})
    expect(await rig.servers.readContent('notes', ({ list }) => list())).toMatchObject({ error: { code: 'tool-server-unknown' } })
  })
})
