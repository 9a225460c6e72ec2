import { describe, expect, it } from 'vitest'
import { createShortcutRecorder, type RecordedKey } from '../../../src/renderer/hotkeys/record-shortcut'

const key = (code: string, held: Partial<RecordedKey> = {}): RecordedKey => ({
  code,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  ...held,
})

describe('keys that are recorded', () => {
  it('are a key with its modifiers', () => {
    const recorder = createShortcutRecorder()
    expect(recorder.down(key('ControlLeft', { ctrlKey: true }))).toEqual({ kind: 'more' })
    expect(recorder.down(key('AltLeft', { ctrlKey: true, altKey: true }))).toEqual({ kind: 'more' })
    expect(recorder.down(key('KeyP', { ctrlKey: true, altKey: true }))).toEqual({
      kind: 'done',
      shortcut: { key: 'KeyP', modifiers: ['control', 'alt'] },
    })
  })

  it('are a single modifier once it is released, with its side', () => {
    const recorder = createShortcutRecorder()
    expect(recorder.down(key('ControlRight', { ctrlKey: true }))).toEqual({ kind: 'more' })
    expect(recorder.up(key('ControlRight'))).toEqual({ kind: 'done', shortcut: { key: 'ControlRight', modifiers: [] } })
  })

  it('are an extra mouse button too; the others click in the window', () => {
    const held = { ctrlKey: false, altKey: false, shiftKey: true, metaKey: false }
    const pressed = [0, 1, 2, 3, 4, 5].map((button) => createShortcutRecorder().button({ button, ...held }))
    expect(pressed.map((recorded) => (recorded.kind === 'done' ? recorded.shortcut : recorded.kind))).toEqual([
      'more',
      'more',
      'more',
      { key: 'Mouse4', modifiers: ['shift'] },
      { key: 'Mouse5', modifiers: ['shift'] },
      'more',
    ])
  })

  it('are not the last of several released modifiers', () => {
    const recorder = createShortcutRecorder()
    recorder.down(key('ControlLeft', { ctrlKey: true }))
    recorder.down(key('ShiftLeft', { ctrlKey: true, shiftKey: true }))
    expect(recorder.up(key('ShiftLeft', { ctrlKey: true }))).toEqual({ kind: 'more' })
    expect(recorder.up(key('ControlLeft'))).toEqual({ kind: 'more' })
    recorder.down(key('ControlLeft', { ctrlKey: true }))
    expect(recorder.up(key('ControlLeft'))).toMatchObject({ kind: 'done' })
  })

  it('stay unchanged with Esc, which can be part of others', () => {
    expect(createShortcutRecorder().down(key('Escape'))).toEqual({ kind: 'cancelled' })
    expect(createShortcutRecorder().down(key('Escape', { ctrlKey: true }))).toMatchObject({ kind: 'done' })
  })
})
