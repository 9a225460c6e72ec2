import { expect, it } from 'vitest'
import { openMemoryStore } from '../../../src/main/storage/database/open-store'
import { defaultSettings } from '../../../src/shared/ipc/default-settings'
import { countingIds } from '../../../src/shared/lib/ids'
import { createChance } from '../../support/chaos/chance'
import { startChaosApp } from '../../support/chaos/chaos-app'
import { emptyRecord } from '../../support/chaos/chaos-record'
import { createVirtualClock } from '../../support/chaos/virtual-clock'

it('another model reaches each conversation, also after some that fail, and every failure is reported', async () => {
  const clock = createVirtualClock()
  const store = openMemoryStore({ clock, unreadable: () => {} })
  const record = emptyRecord()
  const failing = new Set<string>()
  const told: string[] = []
  let settings = defaultSettings
  const newId = countingIds()
  const { registry } = startChaosApp({
    ...{ clock, chance: createChance(1), record, sabotage: {}, store, newId, transfers: { made: [] } },
    open: () => {
      throw new Error('nobody connects')
    },
    emit(name, payload) {
      const event: { readonly name: string; readonly payload: unknown } = { name, payload }
      if (event.name !== 'conversation.status') return
      const { payload: status } = event
      if (typeof status !== 'object' || status === null || !('conversationId' in status)) return
      const conversationId = String(status.conversationId)
      if (failing.has(conversationId)) throw new Error(`${conversationId} is broken`)
      told.push(conversationId)
    },
    settings: () => settings,
  })
  const ids = Array.from({ length: 4 }, () => store.conversations.create(newId('conversation'), '').conversationId)
  for (const id of ids) registry.get(id)
  const [first = '', second = '', third = '', fourth = ''] = ids
  failing.add(first).add(third)
  told.length = 0
  settings = { ...defaultSettings, model: 'gemini-2.5-flash-native-audio-preview-12-2025' }
  await expect(registry.sourceChanged()).rejects.toThrow(`${first} is broken`)
  expect([...new Set(told)]).toEqual([second, fourth])
  expect(record.unhandled).toEqual([expect.stringContaining('source not changed'), expect.stringContaining('source not changed')])
})
