import { expect, it } from 'vitest'
import { groupedHits } from '../../../src/renderer/palette/grouped-hits'

const hit = (conversationId: string, messageId: string) => ({
  ...{ conversationId, messageId, title: [], snippet: [], at: 0, hasVoice: false, archived: false },
})

it('hits of one conversation stand together, and only the first shows its title', () => {
  const grouped = groupedHits([hit('a', '1'), hit('b', '2'), hit('a', '3')])
  expect(grouped.map(({ hit: { messageId }, isFirst }) => [messageId, isFirst])).toEqual([
    ['1', true],
    ['3', false],
    ['2', true],
  ])
})
