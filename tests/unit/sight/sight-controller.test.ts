import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordSight } from '../../../src/main/sight/sight-audit'
import { createSight, type Sight } from '../../../src/main/sight/sight-controller'
import { speechWithSight } from '../../../src/main/sight/speech-with-sight'
import type { AuditEvent, AuditSubject } from '../../../src/shared/audit/audit-entry'
import { defaultSettings } from '../../../src/shared/ipc/default-settings'
import type { ConversationStatus } from '../../../src/shared/ipc/schemas'
import type { SightEffect } from '../../../src/shared/sight/sight-machine'
import { createFakeClock, type FakeClock } from '../../support/fake-clock'
import { paperDesktop } from '../../support/paper-desktop'
import { paperJpeg } from '../../support/paper-jpeg'

const screen = { sourceId: 'screen:1:0', kind: 'screen', name: 'Entire screen', picture: null } as const

interface Rig {
  readonly sight: Sight
  readonly clock: FakeClock
  /** what the model received: the size of a frame, or a note */
  readonly shown: (string | number)[]
  readonly emitted: string[]
  readonly permissions: Set<string>
  readonly offered: (string | null)[]
  readonly marked: (string | null)[]
  readonly effects: SightEffect['type'][]
  /** the session takes frames */
  open: boolean
  sightId(): string
  /** the page captures, and sends a frame that is so many bytes larger than the smallest */
  frame(more?: number): void
}

const jpegOf = (more: number): Uint8Array<ArrayBuffer> => Uint8Array.from([...paperJpeg(768, 432), ...new Array<number>(more).fill(0)])

function createRig(changes: { readonly takesVideo?: boolean; readonly recorded?: (effect: SightEffect) => void } = {}): Rig {
  const clock = createFakeClock()
  const shown: (string | number)[] = []
  const emitted: string[] = []
  const permissions = new Set<string>()
  const offered: (string | null)[] = []
  const marked: (string | null)[] = []
  const effects: SightEffect['type'][] = []
  let count = 0
  let sightId = ''
  const smallest = jpegOf(0).byteLength
  const sight = createSight({
    clock,
    newId: (prefix) => `${prefix}-${++count}`,
    emit(name, payload) {
      emitted.push(name)
      if ('sightId' in payload && typeof payload.sightId === 'string') sightId = payload.sightId
    },
    platform: {
      permit(permission) {
        permissions.add(permission)
        return { dispose: () => void permissions.delete(permission) }
      },
      desktop: paperDesktop({
        sight: {
          list: () => Promise.resolve([screen]),
          offer: (id) => offered.push(id),
          mark: (id) => marked.push(id),
          hideParley: () => undefined,
        },
      }),
    },
    conversations: {
      currentId: () => 'c-1',
      connect: () => undefined,
      show(_, one) {
        if (rig.open) shown.push(one.type === 'note' ? one.text : one.jpeg.byteLength - smallest)
        return rig.open
      },
      isConnected: () => rig.open,
    },
    settings: () => defaultSettings,
    takesVideo: () => changes.takesVideo ?? true,
    onChange(effect) {
      changes.recorded?.(effect)
      effects.push(effect.type)
    },
    onSent: () => undefined,
    report: () => undefined,
  })
  const rig: Rig = {
    ...{ sight, clock, shown, emitted, permissions, offered, marked, effects },
    open: true,
    sightId: () => sightId,
    frame: (more = 0) => sight.frame(sightId, { jpeg: jpegOf(more), reason: 'changed', flat: false, ageMs: 0 }),
  }
  return rig
}

async function begun(rig: Rig): Promise<Rig> {
  await rig.sight.begin('screen', null, 'user')
  rig.sight.captures(rig.sightId())
  return rig
}

const status = (phase: 'ready' | 'off' | 'reconnecting'): ConversationStatus => {
  const session = phase === 'ready' ? { phase, since: 0 } : phase === 'off' ? { phase } : { phase, attempt: 1, of: 6, nextTryAt: 0 }
  // sight reads nothing else of it
  return { conversationId: 'c-1', session } as unknown as ConversationStatus
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('sight', () => {
  it('holds the permission, and offers the page one source, only while something is shown', async () => {
    const rig = createRig()
    expect([...rig.permissions]).toEqual([])
    await begun(rig)
    expect([...rig.permissions]).toEqual(['display-capture'])
    expect(rig.offered).toEqual(['screen:1:0'])
    // the border is around the screen as long as it is shown
    expect(rig.marked).toEqual(['screen:1:0'])
    rig.sight.stop('stopped')
    expect([...rig.permissions]).toEqual([])
    expect(rig.offered.at(-1)).toBeNull()
    expect(rig.marked.at(-1)).toBeNull()
    expect(rig.effects).toEqual(['began', 'ended'])
  })

  it('tells the model when it begins to see, what that is, and when it ends', async () => {
    const rig = await begun(createRig())
    rig.frame(1)
    rig.sight.stop('stopped')
    expect(rig.shown).toEqual([expect.stringContaining('shows you their screen'), 1, expect.stringContaining('You no longer see')])
  })

  it('sends at most one frame a second, the newest', async () => {
    const rig = await begun(createRig())
    rig.frame(1)
    rig.frame(2)
    rig.clock.advance(500)
    rig.frame(3)
    rig.clock.advance(500)
    expect(rig.shown.slice(1)).toEqual([1, 3])
  })

  it('keeps no frame for later than two seconds while the session takes none', async () => {
    const rig = await begun(createRig())
    rig.open = false
    rig.frame(1)
    rig.clock.advance(2100)
    rig.open = true
    rig.clock.advance(2000)
    expect(rig.shown.slice(1)).toEqual([])
    expect(rig.sight.view()).toMatchObject({ phase: 'on', frames: 0 })
  })

  it('asks for a fresh frame after a reconnection, and tells the model again', async () => {
    const rig = await begun(createRig())
    const before = rig.emitted.filter((name) => name === 'sight.wanted').length
    rig.sight.follow(status('reconnecting'))
    rig.sight.follow(status('ready'))
    expect(rig.emitted.filter((name) => name === 'sight.wanted')).toHaveLength(before + 1)
    expect(rig.shown).toHaveLength(2)
  })

  it.each([
    ['the session ended', (rig: Rig) => rig.sight.follow(status('off'))],
    ['another conversation was opened', (rig: Rig) => rig.sight.currentChanged('c-2')],
    ['the screen was locked', (rig: Rig) => rig.sight.stop('away')],
    ['nobody spoke for five minutes', (rig: Rig) => rig.clock.advance(301_000)],
  ])('ends when %s, and sends nothing afterwards', async (_what, happens) => {
    const rig = await begun(createRig())
    rig.frame(1)
    happens(rig)
    expect(rig.sight.view().phase).toBe('off')
    const sent = rig.shown.length
    rig.frame(2)
    rig.clock.advance(10_000)
    expect(rig.shown).toHaveLength(sent)
    expect(rig.clock.pending()).toBe(0)
  })

  it('takes no frame that is no JPEG, too large, or of another capture', async () => {
    const rig = await begun(createRig())
    const frame = { reason: 'changed', flat: false, ageMs: 0 } as const
    expect(() => rig.sight.frame(rig.sightId(), { ...frame, jpeg: Uint8Array.of(1, 2, 3) })).toThrow('no frame')
    expect(() => rig.sight.frame(rig.sightId(), { ...frame, jpeg: Uint8Array.from(paperJpeg(769, 10)) })).toThrow('no frame')
    expect(() => rig.sight.frame(rig.sightId(), { ...frame, jpeg: jpegOf(600_000) })).toThrow('no frame')
    rig.sight.frame('sight-0', { ...frame, jpeg: jpegOf(0) })
    rig.clock.advance(5000)
    expect(rig.shown).toHaveLength(1)
  })

  it('does not begin with a model that sees nothing, or where something is shown already', async () => {
    await expect(createRig({ takesVideo: false }).sight.begin('screen', null, 'user')).rejects.toThrow('takes no pictures')
    const rig = await begun(createRig())
    await expect(rig.sight.begin('camera', null, 'user')).rejects.toThrow('already sees')
  })

  it('does not begin when the audit trail can’t be written', async () => {
    const rig = createRig({
      recorded() {
        throw new Error('the disk is full')
      },
    })
    await begun(rig)
    rig.frame(1)
    expect(rig.sight.view()).toEqual({ phase: 'off', ended: 'not-recorded' })
    expect([...rig.permissions]).toEqual([])
    expect(rig.shown).toEqual([])
  })

  it('is recorded when it begins and ends: by whom, the class of what is shown, what was sent, and why it ended', async () => {
    const entries: [AuditSubject, AuditEvent][] = []
    const record = (subject: AuditSubject, event: AuditEvent) => entries.push([subject, event])
    const rig = createRig({
      recorded: (effect) => (effect.type === 'began' || effect.type === 'ended') && recordSight({ record }, effect),
    })
    await begun(rig)
    rig.frame(1)
    rig.sight.stop('away')
    const subject = { conversationId: 'c-1', toolCallId: '', toolName: '', approvalId: null }
    const what = { kind: 'sight', by: 'user', source: 'screen' }
    expect(entries).toEqual([
      [subject, { ...what, what: 'began', frames: 0, bytes: 0, reason: null }],
      [subject, { ...what, what: 'ended', frames: 1, bytes: jpegOf(1).byteLength, reason: 'away' }],
    ])
    expect(JSON.stringify(entries)).not.toContain(screen.name)
  })

  it('sends no frame after the end in 1,000 random sequences', async () => {
    const deeds: readonly ((rig: Rig) => unknown)[] = [
      (rig) => rig.sight.begin('screen', null, 'user').catch(() => undefined),
      (rig) => rig.sight.captures(rig.sightId()),
      (rig) => rig.frame(1),
      (rig) => rig.clock.advance(700),
      (rig) => (rig.open = !rig.open),
      (rig) => void rig.sight.beforeWords('c-1'),
      (rig) => rig.sight.follow(status('ready')),
      (rig) => rig.sight.stop('stopped'),
      (rig) => rig.sight.currentChanged('c-2'),
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...deeds), { maxLength: 30 }), async (sequence) => {
        const rig = createRig()
        for (const deed of sequence) {
          await deed(rig)
          const isOn = rig.sight.view().phase === 'on'
          const frames = rig.shown.filter((one) => typeof one === 'number').length
          if (isOn) continue
          rig.frame(1)
          rig.clock.advance(3000)
          expect(rig.shown.filter((one) => typeof one === 'number')).toHaveLength(frames)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('speech while something is shown', () => {
  const speechOf = (rig: Rig) => {
    const calls: string[] = []
    const note = (name: string) => () => void calls.push(name)
    const registry = { prepareSpeech: note('prepare'), beginSpeech: note('begin'), endSpeech: note('end'), cancelSpeech: note('cancel') }
    return { calls, speech: speechWithSight({ ...registry, currentId: () => 'c-1' }, rig.sight) }
  }

  it('ends after what is visible then was sent', async () => {
    const rig = await begun(createRig())
    const { calls, speech } = speechOf(rig)
    speech.prepareSpeech()
    speech.beginSpeech()
    rig.frame(1)
    rig.clock.advance(400)
    speech.endSpeech()
    await settled()
    expect(calls).toEqual(['prepare', 'begin'])
    rig.frame(2)
    rig.clock.advance(600)
    await settled()
    expect(rig.shown.at(-1)).toBe(2)
    expect(calls).toEqual(['prepare', 'begin', 'end'])
  })

  it('waits no longer than a second and a half for a page that sends nothing', async () => {
    const rig = await begun(createRig())
    const { calls, speech } = speechOf(rig)
    speech.prepareSpeech()
    speech.beginSpeech()
    speech.endSpeech()
    rig.clock.advance(1500)
    await settled()
    expect(calls.at(-1)).toBe('end')
  })

  it('that begins again ends the wait at once', async () => {
    const rig = await begun(createRig())
    const { calls, speech } = speechOf(rig)
    speech.prepareSpeech()
    speech.beginSpeech()
    speech.endSpeech()
    speech.prepareSpeech()
    expect(calls).toEqual(['prepare', 'begin', 'end', 'prepare'])
  })

  it('waits for nothing while nothing is shown', async () => {
    const { calls, speech } = speechOf(createRig())
    speech.prepareSpeech()
    speech.beginSpeech()
    speech.endSpeech()
    await settled()
    expect(calls).toEqual(['prepare', 'begin', 'end'])
  })
})
