import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { appMenu } from '../../../src/main/platform/window/app-menu'
import { appCommands } from '../../../src/shared/commands/app-commands'
import { changeableShortcuts, chordOfKeys, chordProblem, chosenChordsSchema, freeChords } from '../../../src/shared/commands/chosen-chords'
import { type Chord, isShortcut, isShortcutId, type ShortcutId, shortcuts } from '../../../src/shared/commands/shortcuts'
import { defaultHotkeys, keysOf } from '../../../src/shared/hotkeys/shortcut'

const all = Object.entries(shortcuts).map(([id, { place, chords }]) => ({
  id,
  place,
  chords: chords.map((chord: Chord) => chord.join(' ')),
}))

/** A key event in the browser's form. */
function pressed(key: string, modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}, code = '') {
  return { key, code, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers }
}

function heard(event: ReturnType<typeof pressed>): readonly string[] {
  return all.filter(({ id }) => isShortcutId(id) && isShortcut(event, id)).map(({ id }) => id)
}

describe('the shortcuts of the window', () => {
  it('share keys neither with each other in the same place, nor with system-wide keys, nor with the system’s menu', () => {
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
    [pressed('f', { ctrlKey: true }), 'findHere'],
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

  it('are defined nowhere else: listeners for letters and function keys use their names', () => {
    const folder = 'src/renderer'
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
    const strays = sources.filter((name) =>
      /\.(key|code) === '(?:[a-zA-Z,/?+-]|Key[A-Z]|F\d+|Delete|ContextMenu)'/.test(readFileSync(join(folder, name), 'utf8')),
    )
    expect(strays).toEqual([])
  })
})

describe('keys that the user chose', () => {
  const chosen = { newConversation: ['Mod', 'Alt', 'J'], find: ['F3'] }

  it('replace the defaults', () => {
    expect(isShortcut(pressed('j', { ctrlKey: true, altKey: true }, 'KeyJ'), 'newConversation', chosen)).toBe(true)
    expect(isShortcut(pressed('n', { ctrlKey: true }, 'KeyN'), 'newConversation', chosen)).toBe(false)
    expect(isShortcut(pressed('F3'), 'find', chosen)).toBe(true)
    expect(isShortcut(pressed('f', { ctrlKey: true }, 'KeyF'), 'find', chosen)).toBe(false)
    const [line] = appMenu('en', 'linux', chosen).flatMap((part) =>
      part.lines.filter((one) => 'command' in one && one.command === 'newConversation'),
    )
    expect(line).toMatchObject({ accelerator: 'CmdOrCtrl+Alt+J' })
  })

  it.each([
    [pressed('N', { ctrlKey: true, shiftKey: true }, 'KeyN'), ['Mod', 'Shift', 'N']],
    [pressed('т', { metaKey: true }, 'KeyN'), ['Mod', 'N']],
    [pressed('!', { ctrlKey: true, shiftKey: true }, 'Digit1'), ['Mod', 'Shift', '1']],
    [pressed('+', { ctrlKey: true, shiftKey: true }, 'Equal'), ['Mod', '+']],
    [pressed(' ', { ctrlKey: true, altKey: true }, 'Space'), ['Mod', 'Alt', 'Space']],
    [pressed('F4'), ['F4']],
    [pressed('Control', { ctrlKey: true }, 'ControlLeft'), null],
  ])('are read from key events, and then recognized: %j', (event, chord) => {
    expect(chordOfKeys(event)).toEqual(chord)
    if (chord !== null) expect(isShortcut(event, 'find', { find: chord })).toBe(true)
  })

  it('are refused if they type text, belong to the system or are used already, and the suggestions are free', () => {
    const problem = (chord: Chord) => chordProblem('newConversation', chord, chosen, defaultHotkeys)
    expect(problem(['J'])).toEqual({ why: 'types' })
    expect(problem(['Mod', 'C'])).toEqual({ why: 'system' })
    expect(problem(['Mod', 'B'])).toEqual({ why: 'same', holder: 'sidebar' })
    expect(problem(['Esc'])).toEqual({ why: 'types' })
    // the defaults are free once others were chosen
    expect(problem(['Mod', 'K'])).toBeNull()
    expect(problem(['Mod', 'Alt', 'Space'])).toEqual({ why: 'everywhere', holder: 'toggle' })
    for (const id of changeableShortcuts) {
      for (const unwanted of [['Mod', 'B'], ['Mod', 'Shift', 'A'], null]) {
        const free = freeChords(id, unwanted, {}, defaultHotkeys)
        expect(free.filter((chord) => chordProblem(id, chord, {}, defaultHotkeys) !== null)).toEqual([])
        expect(free.length).toBeGreaterThan(0)
      }
    }
  })

  it('are stored only for changeable shortcuts, modifiers first', () => {
    expect(chosenChordsSchema.safeParse(chosen).success).toBe(true)
    for (const bad of [{ stop: ['F3'] }, { find: [] }, { find: ['K', 'Mod'] }, { find: ['Mod', 'Mod', 'Mod', 'Mod', 'K'] }])
      expect(chosenChordsSchema.safeParse(bad).success, JSON.stringify(bad)).toBe(false)
  })
})

describe('the menu of the app', () => {
  const systems = ['linux', 'darwin', 'win32'] as const

  it.each(systems)('offers each command once on %s, with the window’s shortcuts', (system) => {
    const lines = appMenu('en', system, {}).flatMap((part) => part.lines)
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

  it('has on macOS the app’s menu first, with what the system expects there', () => {
    const [first] = appMenu('en', 'darwin', {})
    expect(first?.label).toBe('Parley')
    expect(first?.lines.map((line) => (line.kind === 'role' ? line.role : line.kind === 'command' ? line.command : '-'))).toEqual([
      ...['about', '-', 'settings', '-', 'hide', 'hideOthers', 'unhide', '-', 'quit'],
    ])
  })

  it('is completely in the user’s language', () => {
    const labels = (locale: string) =>
      appMenu(locale, 'linux', {}).flatMap(({ label, lines }) => [label, ...lines.map((line) => 'label' in line && line.label)])
    const english = labels('en-GB').filter((label) => label !== false)
    const japanese = labels('ja-JP').filter((label) => label !== false)
    expect(japanese).toHaveLength(english.length)
    expect(japanese.filter((label) => english.includes(label))).toEqual([])
  })
})
