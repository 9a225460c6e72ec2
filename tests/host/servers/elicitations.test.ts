import { describe, expect, it } from 'vitest'
import type { Elicitation, ElicitationAnswer } from '../../../src/shared/servers/elicitation'
import { realServer, scriptServer, type ToolServerRig, toolServerRig } from '../../support/tool-server-rig'

async function asked(rig: ToolServerRig): Promise<Elicitation> {
  await rig.until(() => rig.elicitations.open().length > 0)
  const [elicitation] = rig.elicitations.open()
  if (elicitation === undefined) throw new Error('nothing is asked')
  return elicitation
}

/** Runs a tool, and answers what its server asks. */
async function answering(rig: ToolServerRig, tool: string, input: Readonly<Record<string, string | boolean>>, answer: ElicitationAnswer) {
  const result = rig.run(tool, input)
  const elicitation = await asked(rig)
  expect(await rig.elicitations.answer(elicitation.elicitationId, answer)).toMatchObject({ ok: true })
  return { elicitation, result: JSON.stringify(await result) }
}

describe('server-everything', () => {
  it('gets the values of its form, a refusal, or nothing', async () => {
    const rig = toolServerRig()
    await rig.start(realServer('everything'))
    const tool = 'everything__trigger-elicitation-request'
    const accepted = await answering(rig, tool, {}, { kind: 'accept', values: { name: 'Aki', integer: 7 } })
    expect(accepted.elicitation.request.kind === 'form' && accepted.elicitation.request.fields).toHaveLength(13)
    expect(accepted.result).toContain('- Name: Aki')
    expect((await answering(rig, tool, {}, { kind: 'decline' })).result).toContain('declined')
    expect((await answering(rig, tool, {}, { kind: 'cancel' })).result).toContain('cancelled')
    expect(rig.audited.map((event) => event.kind === 'decided' && event.decision)).toEqual([
      'asked',
      'allowed',
      'asked',
      'denied',
      'asked',
      'denied',
    ])
  })

  it('has its page opened after a yes, whether it asks for it in a call or instead of one', async () => {
    const rig = toolServerRig()
    await rig.start(realServer('everything'))
    const tool = 'everything__trigger-url-elicitation'
    const yes: ElicitationAnswer = { kind: 'accept', values: {} }
    const { result } = await answering(rig, tool, { url: 'https://example.com/a' }, yes)
    expect(result).toContain('User completed')
    const refused = rig.run(tool, { url: 'https://example.com/b', errorPath: true })
    const { elicitationId } = await asked(rig)
    await rig.elicitations.answer(elicitationId, yes)
    await expect(refused).rejects.toMatchObject({ text: { code: 'server-page-visited' } })
    expect(rig.pages).toEqual(['https://example.com/a', 'https://modelcontextprotocol.io'].map((page) => expect.stringContaining(page)))
  })
})

describe('a server', () => {
  const asking = (params: string) => `
    on('tools/call', async () => text(await new Promise((resolve) => {
      answered = resolve
      send({ id: 'q', method: 'elicitation/create', params: ${params} })
    })))
    let answered
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, result, error } = JSON.parse(line)
      if (id === 'q') answered(JSON.stringify(result ?? error))
    })`

  it.each([
    ['a nested form', `{ message: 'm', requestedSchema: { type: 'object', properties: { a: { type: 'object' } } } }`],
    ['a page without protection', `{ mode: 'url', message: 'm', elicitationId: '1', url: 'http://example.com/' }`],
  ])('that asks %s is told that it can’t, and nobody is asked', async (_, params) => {
    const rig = toolServerRig()
    await rig.start(scriptServer('notes', asking(params)))
    expect(JSON.stringify(await rig.run('notes__one', {}))).toContain('-32602')
    expect(rig.audited).toEqual([])
  })

  it('that asks without a call gets no answer, and asks nobody', async () => {
    const rig = toolServerRig()
    const form = `{ message: 'm', requestedSchema: { type: 'object', properties: { a: { type: 'string' } } } }`
    await rig.start(
      scriptServer(
        'notes',
        `${asking(form)}
        answered = (text) => { tools = [tool('told', { description: text })]; send({ method: 'notifications/tools/list_changed' }) }
        on('notifications/initialized', () => send({ id: 'q', method: 'elicitation/create', params: ${form} }))`,
      ),
    )
    await rig.until(() => rig.servers.tools().some(({ name }) => name === 'notes__told'))
    expect(rig.tool('notes__told').description).toContain('"action":"cancel"')
    expect(rig.audited).toEqual([])
  })

  it('that is stopped while it asks has its question taken back', async () => {
    const rig = toolServerRig()
    await rig.start(
      scriptServer('notes', asking(`{ message: 'm', requestedSchema: { type: 'object', properties: { a: { type: 'string' } } } }`)),
    )
    const abort = new AbortController()
    const result = rig.run('notes__one', {}, abort.signal)
    await asked(rig)
    abort.abort()
    await expect(result).rejects.toMatchObject({ text: { code: 'server-call-lost' } })
    expect(rig.elicitations.open()).toEqual([])
  })
})
