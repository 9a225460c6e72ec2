import { expect, it } from 'vitest'
import type { ElicitationAnswer } from '../../../src/shared/servers/elicitation'
import { modernServer } from '../../support/modern-server'
import { type ToolServerRig, toolServerRig } from '../../support/tool-server-rig'

async function started(): Promise<ToolServerRig> {
  const rig = toolServerRig()
  await rig.start({ kind: 'address', name: 'modern', on: true, trusted: false, address: await modernServer() })
  return rig
}

/** Runs a tool, and answers every question of its server the same way. */
async function answering(rig: ToolServerRig, tool: string, answer: ElicitationAnswer): Promise<string> {
  const result = rig.run(`modern__${tool}`, {}).then(JSON.stringify, (error: unknown) => String(error))
  let over = false
  void result.then(() => {
    over = true
    rig.look()
  })
  while (!over) {
    await rig.until(() => over || rig.elicitations.open().length > 0)
    const [elicitation] = rig.elicitations.open()
    if (elicitation !== undefined) await rig.elicitations.answer(elicitation.elicitationId, answer)
  }
  return result
}

it('a server of the newest protocol gets the answers to its form with its state, or that there is none', async () => {
  const rig = await started()
  expect(rig.servers.list()).toMatchObject([{ state: { phase: 'ready' } }])
  expect(await answering(rig, 'greet', { kind: 'accept', values: { name: 'Aki' } })).toContain(
    String.raw`Hello, Aki. State:  stäte \u0000 \"1\" `,
  )
  expect(await answering(rig, 'greet', { kind: 'decline' })).toContain('Then not.')
})

it('a server of the newest protocol has its page opened after a yes', async () => {
  const rig = await started()
  expect(await answering(rig, 'visit', { kind: 'accept', values: {} })).toContain('accept')
  expect(rig.pages).toEqual(['https://example.com/a'])
})

it('a server that answers a call with questions without end is given up after a few', async () => {
  const rig = await started()
  expect(await answering(rig, 'insist', { kind: 'accept', values: { name: 'Aki' } })).toContain('unknown')
  expect(rig.audited.filter((event) => event.kind === 'decided' && event.decision === 'asked').length).toBeLessThan(8)
})
