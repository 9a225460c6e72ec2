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
  it('are a key with the modifiers that are down beside it', () => {
    const recorder = createShortcutRecorder()
    expect(recorder.down(key('ControlLeft', { ctrlKey: true }))).toEqual({ kind: 'more' })
    expect(recorder.down(key('AltLeft', { ctrlKey: true, altKey: true }))).toEqual({ kind: 'more' })
    expect(recorder.down(key('KeyP', { ctrlKey: true, altKey: true }))).toEqual({
      kind: 'done',
      shortcut: { key: 'KeyP', modifiers: ['control', 'alt'] },
    })
  })

  it('are a modifier alone once it comes up, with its side', () => {
    const recorder = createShortcutRecorder()
    expect(recorder.down(key('ControlRight', { ctrlKey: true }))).toEqual({ kind: 'more' })
    expect(recorder.up(key('ControlRight'))).toEqual({ kind: 'done', shortcut: { key: 'ControlRight', modifiers: [] } })
  })

  it('are a side button of the mouse too; the others press what stands there', () => {
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

  it('are not the last of several modifiers that are let go of', () => {
    const recorder = createShortcutRecorder()
    recorder.down(key('ControlLeft', { ctrlKey: true }))
    recorder.down(key('ShiftLeft', { ctrlKey: true, shiftKey: true }))
    expect(recorder.up(key('ShiftLeft', { ctrlKey: true }))).toEqual({ kind: 'more' })
    expect(recorder.up(key('ControlLeft'))).toEqual({ kind: 'more' })
    recorder.down(key('ControlLeft', { ctrlKey: true }))
    expect(recorder.up(key('ControlLeft'))).toMatchObject({ kind: 'done' })
  })

  it('stay as they were with Esc, which can be part of others', () => {
    expect(createShortcutRecorder().down(key('Escape'))).toEqual({ kind: 'cancelled' })
    expect(createShortcutRecorder().down(key('Escape', { ctrlKey: true }))).toMatchObject({ kind: 'done' })
  })
})
