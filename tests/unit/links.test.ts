import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLaunch, readParleyLink, staysHidden } from '../../src/main/platform/launch'
import { linkTargetSchema } from '../../src/shared/links/link-target'

describe('a link of Parley', () => {
  it.each([
    ['parley://', { kind: 'app' }],
    ['parley://conversation/conversation-12', { kind: 'conversation', conversationId: 'conversation-12' }],
    ['parley:conversation/c1', { kind: 'conversation', conversationId: 'c1' }],
    ['parley://questions/', { kind: 'questions' }],
    ['parley://settings', { kind: 'settings', section: '' }],
    ['parley://settings/hotkeys', { kind: 'settings', section: 'hotkeys' }],
    ['parley://new', { kind: 'new', text: '' }],
    ['parley://new?text=Will%20it%20rain%3F', { kind: 'new', text: 'Will it rain?' }],
  ])('%s opens something', (link, target) => {
    expect(readParleyLink(link)).toEqual(target)
  })

  it.each([
    'parley://approve/approval-1',
    'parley://conversation',
    'parley://conversation/a/b',
    'parley://conversation/..%2f..%2fetc',
    'parley://conversation/c1?send=1',
    'parley://settings/gateway?on=true',
    'parley://new?text=a&send=true',
    'parley://new?text=a&text=b',
    `parley://new?text=${'x'.repeat(4001)}`,
    'parley://user:secret@questions',
    'parley://questions#now',
    'https://parley/questions',
    'no link',
  ])('%s opens nothing', (link) => {
    expect(readParleyLink(link)).toBeNull()
  })

  it('is parsed without an error whatever its content, and only ever shows something', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webPath(), fc.webQueryParameters()), (text) => {
        const target = readParleyLink(`parley://${text}`)
        if (target !== null) expect(linkTargetSchema.safeParse(target).success).toBe(true)
      }),
    )
  })
})

describe('what Parley is started for', () => {
  it.each([
    [['/usr/bin/parley'], { kind: 'show' }],
    [['/usr/bin/parley', '--no-sandbox', 'talk', 'toggle'], { kind: 'talk', verb: 'toggle' }],
    [['/usr/bin/parley', '--hidden'], { kind: 'hidden' }],
    [['/usr/bin/parley', 'parley://questions'], { kind: 'link', target: { kind: 'questions' } }],
    [['/usr/bin/parley', 'parley://approve/all'], { kind: 'show' }],
    [['/usr/bin/parley', 'talk', 'louder'], { kind: 'show' }],
    [['/usr/bin/parley', '--no-sandbox', 'Talk about paper.jsonl'], { kind: 'recording', path: '/home/mika/Talk about paper.jsonl' }],
    [['/usr/bin/parley', '/tmp/a.JSONL'], { kind: 'recording', path: '/tmp/a.JSONL' }],
    [['/usr/bin/parley', '--log=/tmp/a.jsonl'], { kind: 'show' }],
  ] as const)('is read from %j', (argv, launch) => {
    expect(readLaunch(argv, '/home/mika')).toEqual(launch)
  })

  it('hides the window only at login, however the system reports it', () => {
    const link = readLaunch(['parley', 'parley://questions'], '/')
    for (const wasOpenedAtLogin of [true, false]) {
      expect(staysHidden({ kind: 'hidden' }, wasOpenedAtLogin)).toBe(true)
      expect(staysHidden({ kind: 'show' }, wasOpenedAtLogin)).toBe(wasOpenedAtLogin)
      expect(staysHidden(link, wasOpenedAtLogin)).toBe(false)
    }
  })
})
