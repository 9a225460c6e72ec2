import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDeclaredTools, mostDeclared, mostDeclaredCharacters, mostFound, searchTools } from '../../../src/main/servers/declared-tools'

const tool = (name: string, description = '', size = 10) => ({ name, description, parameters: { description: 'x'.repeat(size) } })
const many = (count: number, size?: number) => Array.from({ length: count }, (_, index) => tool(`notes__tool_${index}`, '', size))
const declaredOf = (tools: readonly { readonly name: string }[], left: ReadonlySet<string>) =>
  tools.filter(({ name }) => !left.has(name)).map(({ name }) => name)

describe('tools of servers', () => {
  test('are all declared if they are few, and otherwise as many as a session can take', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9000), { maxLength: 120 }), (sizes) => {
        const tools = sizes.map((size, index) => tool(`notes__tool_${index}`, '', size))
        const choice = createDeclaredTools()
        const left = choice.leftOut(tools, 'conversation-1')
        const declared = tools.filter(({ name }) => !left.has(name))
        expect(declared.length).toBeLessThanOrEqual(mostDeclared)
        expect(JSON.stringify(declared.map(({ parameters }) => parameters)).length).toBeLessThan(mostDeclaredCharacters + 200)
        expect(choice.leavesOut(tools)).toBe(left.size > 0)
      }),
    )
    expect(createDeclaredTools().leavesOut(many(mostDeclared))).toBe(false)
  })

  test('that were found come first, in that conversation alone', () => {
    const tools = many(100)
    const choice = createDeclaredTools()
    choice.declare(['notes__tool_99', 'notes__tool_98'], 'conversation-1')
    choice.declare(['notes__tool_97'], 'conversation-1')
    const declared = declaredOf(tools, choice.leftOut(tools, 'conversation-1'))
    expect(declared).toHaveLength(mostDeclared)
    expect(declared).toEqual(expect.arrayContaining(['notes__tool_97', 'notes__tool_98', 'notes__tool_99', 'notes__tool_36']))
    expect(declaredOf(tools, choice.leftOut(tools, 'conversation-2'))).not.toContain('notes__tool_99')
  })

  test('are found by the words of their names and descriptions, the best first, at most eight', () => {
    const tools = [
      tool('mail__send', 'Sends a message.'),
      tool('calendar__list_events', 'Lists what is in the calendar.'),
      tool('calendar__add', 'Adds an event.'),
      ...many(30),
    ]
    const names = (words: string) => searchTools(tools, words).map(({ name }) => name)
    expect(names('list the calendar events')).toEqual(['calendar__list_events', 'calendar__add', 'mail__send'].slice(0, 2))
    expect(names('TOOL')).toHaveLength(mostFound)
    expect(names('予定')).toEqual([])
    expect(names('.*')).toEqual([])
  })
})
