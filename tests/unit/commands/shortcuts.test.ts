import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { appMenu } from '../../../src/main/window/app-menu'
import { appCommands } from '../../../src/shared/commands/app-commands'
import { type Chord, isShortcut, isShortcutId, type ShortcutId, shortcuts } from '../../../src/shared/commands/shortcuts'
import { defaultHotkeys, keysOf } from '../../../src/shared/hotkeys/shortcut'

const all = Object.entries(shortcuts).map(([id, { place, chords }]) => ({
  id,
  place,
  chords: chords.map((chord: Chord) => chord.join(' ')),
}))

/** A key as the browser tells it. */
function pressed(key: string, modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}, code = '') {
  return { key, code, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers }
}

function heard(event: ReturnType<typeof pressed>): readonly string[] {
  return all.filter(({ id }) => isShortcutId(id) && isShortcut(event, id)).map(({ id }) => id)
}

describe('the shortcuts of the window', () => {
  it('do not share keys with each other where they work, with the keys of the whole desktop, or with what the system’s menu does', () => {
    for (const { place, chords } of all) {
      for (const chord of chords) {
        expect(all.filter((other) => other.place === place && other.chords.includes(chord))).toHaveLength(1)
        const everywhere = Object.values(defaultHotkeys).flatMap((hotkey) => (hotkey === null ? [] : [keysOf(hotkey, 'linux').join(' ')]))
        expect(everywhere).not.toContain(chord.replace('Mod', 'Ctrl'))
        if (place === 'window') expect(['Mod X', 'Mod V', 'Mod C', 'Mod A', 'Mod W', 'Mod Q', 'F11']).not.toContain(chord)
      }
    }
  })

  it.each<readonly [ReturnType<typeof pressed>, ShortcutId | null]>([
    [pressed('n', { ctrlKey: true }), 'newConversation'],
    [pressed('n', { metaKey: true }), 'newConversation'],
    [pressed('n', { ctrlKey: true, shiftKey: true }), null],
    [pressed('n', { ctrlKey: true, altKey: true }), null],
    [pressed('n'), null],
    [pressed('т', { ctrlKey: true }, 'KeyN'), 'newConversation'],
    [pressed('F', { ctrlKey: true, shiftKey: true }), 'find'],
    [pressed('/', { ctrlKey: true, shiftKey: true }), 'shortcuts'],
    [pressed('?', { shiftKey: true }), 'shortcuts'],
    [pressed('+', { ctrlKey: true, shiftKey: true }), 'textLarger'],
    [pressed('F6', { shiftKey: true }), 'previousRegion'],
    [pressed('F6'), 'nextRegion'],
    [pressed('Enter', { shiftKey: true }), 'newLine'],
    [pressed('Enter', { ctrlKey: true }), null],
    [pressed('D'), 'deny'],
  ])('know their keys on every layout, and no others: %j is %s', (event, id) => {
    expect(heard(event)).toEqual(id === null ? [] : [id])
  })

  it('are named nowhere else: what listens for letters and function keys asks for them by name', () => {
    const folder = 'src/renderer'
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
    const strays = sources.filter((name) =>
      /\.(key|code) === '(?:[a-zA-Z,/?+-]|Key[A-Z]|F\d+|Delete|ContextMenu)'/.test(readFileSync(join(folder, name), 'utf8')),
    )
    expect(strays).toEqual([])
  })
})

describe('the menu of the app', () => {
  const systems = ['linux', 'darwin', 'win32'] as const

  it.each(systems)('offers each thing once on %s, with the keys that the window listens for', (system) => {
    const lines = appMenu('en', system).flatMap((part) => part.lines)
    const commands = lines.flatMap((line) => (line.kind === 'command' ? [line.command] : []))
    expect(commands.toSorted()).toEqual([...appCommands].toSorted())
    for (const line of lines) {
      if (line.kind !== 'command' || !isShortcutId(line.command)) continue
      const chord: Chord = shortcuts[line.command].chords[0]
      expect(line.accelerator).toBe(chord.map((name) => (name === 'Mod' ? 'CmdOrCtrl' : name === '+' ? 'Plus' : name)).join('+'))
    }
    const roles = lines.flatMap((line) => (line.kind === 'role' ? [line.role] : []))
    expect(roles).toEqual(expect.arrayContaining(['quit', 'close', 'undo', 'copy', 'paste', 'togglefullscreen', 'minimize']))
    expect(new Set(roles).size).toBe(roles.length)
  })

  it('has on macOS the menu of the app first, with what the system expects there', () => {
    const [first] = appMenu('en', 'darwin')
    expect(first?.label).toBe('Parley')
    expect(first?.lines.map((line) => (line.kind === 'role' ? line.role : line.kind === 'command' ? line.command : '-'))).toEqual([
      ...['about', '-', 'settings', '-', 'hide', 'hideOthers', 'unhide', '-', 'quit'],
    ])
  })

  it('is in the language of the user, all of it', () => {
    const labels = (locale: string) =>
      appMenu(locale, 'linux').flatMap(({ label, lines }) => [label, ...lines.map((line) => 'label' in line && line.label)])
    const english = labels('en-GB').filter((label) => label !== false)
    const japanese = labels('ja-JP').filter((label) => label !== false)
    expect(japanese).toHaveLength(english.length)
    expect(japanese.filter((label) => english.includes(label))).toEqual([])
  })
})
