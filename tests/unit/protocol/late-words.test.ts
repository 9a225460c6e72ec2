import { describe, expect, it } from 'vitest'
import { live, play } from '../../support/converter-script'
import { said, silence, speech, typed } from '../../support/spoken-script'

const interrupted = live.content({ interrupted: true })

describe('an utterance that is transcribed again', () => {
  const spoken = [speech, live.heard('Pay it.'), silence, live.said('Paid.'), live.complete()]
  const answered = [typed('Thanks'), live.said('Sure.'), live.complete()]
  const thread = ['user: Pay it.', 'assistant: Paid.', 'user: Thanks', 'assistant: Sure.']

  it('adds nothing after turns that were typed', () => {
    expect(said(play([...spoken, ...answered, live.heard('Pay it.'), typed('Bye')]))).toEqual([...thread, 'user: Bye'])
  })

  it('adds nothing while a typed turn is answered', () => {
    const repeated = [typed('Thanks'), live.heard('Pay it.'), live.said('Sure.'), live.complete()]
    expect(said(play([...spoken, ...repeated]))).toEqual(thread)
  })

  it('adds nothing in pieces either, nor a second time', () => {
    const pieces = [live.heard('Pa'), live.heard('y it.')]
    expect(said(play([...spoken, ...answered, ...pieces, ...pieces, speech]))).toEqual(thread)
  })

  it('adds nothing if two presses of the key were transcribed as one', () => {
    const both = [
      speech,
      silence,
      speech,
      silence,
      live.heard('Both.'),
      live.said('Fine.'),
      live.complete(),
      live.heard('Both.'),
      typed('Bye'),
    ]
    expect(said(play(both))).toEqual(['user: Both.', 'assistant: Fine.', 'user: Bye'])
  })

  it('adds nothing to the words of a later turn, if it is a whole sentence', () => {
    const long = [speech, live.heard('Pay the print shop.'), silence, live.said('Paid.'), live.complete()]
    const next = [speech, live.heard('And the rent.'), silence, live.said('Paid too.'), live.heard('Pay the print shop.'), live.complete()]
    expect(said(play([...long, ...next]))).toEqual([
      'user: Pay the print shop.',
      'assistant: Paid.',
      'user: And the rent.',
      'assistant: Paid too.',
    ])
  })

  it('is new if an answer to it follows, without reports of when the user speaks, or if other text does', () => {
    const overheard = [live.heard('Pay it.'), live.said('Paid.'), live.complete()]
    expect(said(play([...overheard, ...answered, live.heard('Pay it.'), live.said('Paid again.')]))).toEqual([
      ...thread,
      'user: Pay it.',
      'assistant: Paid again.',
    ])
    expect(said(play([...spoken, ...answered, live.heard('Pay '), live.heard('them.'), live.said('Both.')]))).toEqual([
      ...thread,
      'user: Pay them.',
      'assistant: Both.',
    ])
  })
})

describe('with reports of when the user speaks', () => {
  it('a repetition is not from the user, although the model says something more', () => {
    const output = play([
      speech,
      live.heard('Pay it.'),
      silence,
      live.said('Paid.'),
      live.complete(),
      typed('Thanks'),
      live.said('Sure.'),
      live.complete(),
      live.heard('Pay it.'),
      live.said('Anything else?'),
      live.complete(),
    ])
    expect(said(output).filter((line) => line.startsWith('user'))).toEqual(['user: Pay it.', 'user: Thanks'])
    expect(said(output).at(-1)).toBe('assistant: Anything else?')
  })

  it('each press of the key is a turn, even while the speech before it is still to be transcribed', () => {
    const twice = [speech, silence, speech, live.heard('First.'), interrupted, live.complete(), silence, live.heard('Second.')]
    expect(said(play([...twice, live.said('Both.'), live.complete()]))).toEqual(['user: First.', 'user: Second.', 'assistant: Both.'])
  })

  it('a turn without a word of either side is detected to have ended, and its text still finds its place', () => {
    const nothing = [speech, silence, live.complete()]
    expect(said(play(nothing))).toEqual(['assistant: '])
    expect(said(play([...nothing, live.heard('Who?')]))).toEqual(['user: Who?', 'assistant: '])
    expect(said(play([speech, { type: 'user-speech-taken-back' }, live.complete()]))).toEqual([])
  })

  it('text that came when that of two presses was expected is recognized as that of the second', () => {
    const output = play([
      ...[speech, silence, speech, silence, live.heard('Second.'), live.said('Fi'), { type: 'end' } as const],
      ...[{ type: 'user-speech-repeats', turnIds: ['turn-2'] } as const, live.heard('Second.'), live.said('Fine.'), live.complete()],
    ])
    expect(said(output).filter((line) => line.startsWith('user'))).toEqual(['user: Second.'])
  })

  it('text finds its place even if the user pressed several times since and withdrew that', () => {
    const takenBack = { type: 'user-speech-taken-back' } as const
    const output = play([
      speech,
      silence,
      speech,
      takenBack,
      speech,
      takenBack,
      speech,
      takenBack,
      live.heard('First.'),
      live.said('Fine.'),
    ])
    expect(output.find(({ role }) => role === 'user')?.turnId).toBe('turn-1')
  })

  it('of questions that are sent together the interrupted one is the current one', () => {
    const together = { type: 'user-speech-repeats', turnIds: [null, null, 'turn-3'] } as const
    const output = play([
      ...[typed('One'), typed('Two'), speech, silence, speech, { type: 'user-speech-taken-back' } as const, together],
      ...[interrupted, live.complete(), interrupted, live.complete(), live.heard('Three.'), live.said('Fine.'), live.complete()],
    ])
    expect(said(output).filter((line) => line.startsWith('user'))).toEqual(['user: One', 'user: Two', 'user: Three.'])
  })

  it('the text of a press is its own, although one before it was sent and withdrawn', () => {
    const together = { type: 'user-speech-repeats', turnIds: [null, 'turn-1'] } as const
    const takenBack = { type: 'user-speech-taken-back' } as const
    const output = play([speech, together, takenBack, speech, interrupted, live.complete(), silence, live.heard('Go.'), live.said('Gone.')])
    expect(said(output)).toEqual(['user: Go.', 'assistant: Gone.'])
  })

  it('no text is expected for what was forgotten before it was sent', () => {
    const output = play([speech, silence, { type: 'end', forgets: true }, speech, silence, live.heard('Second.'), live.said('Fine.')])
    expect(output.find(({ role }) => role === 'user')?.turnId).toBe('turn-2')
  })

  it('a turn that the server ends while the user speaks is the previous one', () => {
    const output = play([
      ...[speech, live.heard('Wait.'), silence, speech, interrupted, live.complete()],
      ...[silence, live.heard('Go on.'), live.said('Yes.'), live.complete()],
    ])
    expect(said(output)).toEqual(['user: Wait.', 'user: Go on.', 'assistant: Yes.'])
  })

  it('text that comes between the interruption and the end of a turn belongs to the interrupted turn', () => {
    const output = play([
      ...[speech, silence, speech, interrupted, live.heard('Wait.'), live.complete(), silence],
      ...[live.heard('Go on.'), live.said('Yes.'), live.complete()],
    ])
    expect(
      output.flatMap(({ role, turnId, chunk }) => (role === 'user' && chunk.type === 'text-delta' ? [[turnId, chunk.delta]] : [])),
    ).toEqual([
      ['turn-1', 'Wait.'],
      ['turn-2', 'Go on.'],
    ])
  })

  it('late text belongs where it was spoken, not in a turn that the model began by itself', () => {
    const output = play([
      ...[speech, silence, live.interrupted(), live.audio(5), live.complete(), live.audio(5), live.complete()],
      ...[live.heard('Who is it?'), live.said('Me.'), live.complete()],
    ])
    expect(output.find(({ role }) => role === 'user')?.turnId).toBe('turn-1')
  })

  it('no word of withdrawn speech is shown, whenever it is transcribed', () => {
    const takenBack = { type: 'user-speech-taken-back' } as const
    expect(said(play([speech, takenBack, typed('Quickly'), live.heard('Who?'), live.said('Me.'), live.complete()]))).toEqual([
      'user: Quickly',
      'assistant: Me.',
    ])
    expect(said(play([speech, takenBack, speech, live.heard('Who?'), silence, live.heard('Me.'), live.said('You.')]))).toEqual([
      'user: Me.',
      'assistant: You.',
    ])
  })
})

it('an end that the server had promised for an earlier turn does not end a later typed one', () => {
  const promise = live.complete({ interactionStatus: 'IN_PROGRESS' })
  const output = play([
    ...[typed('First'), live.said('One'), promise, typed('Second'), live.complete({ interactionStatus: 'IDLE' })],
    ...[live.said('Two.'), live.complete({ interactionStatus: 'IDLE' })],
  ])
  expect(said(output)).toEqual(['user: First', 'assistant: One', 'user: Second', 'assistant: Two.'])
})

describe('a late transcript', () => {
  it('is a message of its own, and the answer stays with the text that the user typed before', () => {
    const output = play([
      speech,
      silence,
      typed('Quickly'),
      live.heard('Wh'),
      live.heard('o?'),
      interrupted,
      live.complete(),
      live.said('Me.'),
    ])
    expect(said(output)).toEqual(['user: Quickly', 'assistant: Me.', 'user: Who?'])
  })

  it('belongs to the turn in which it was spoken, although the user speaks again before it comes', () => {
    const first = [speech, silence, live.said('I am')]
    const cutIn = [{ type: 'interrupted' } as const, speech, interrupted, live.heard('Wh'), live.heard('o?'), live.complete(), silence]
    expect(said(play([...first, ...cutIn, live.heard('Stop.'), live.said('Fine.'), live.complete()]))).toEqual([
      'user: Who?',
      'assistant: I am',
      'user: Stop.',
      'assistant: Fine.',
    ])
  })

  it('is one turn, however small the pieces, if the previous answer ended during the speech', () => {
    const output = play([
      typed('Pay it'),
      live.call('pay', {}, 'a'),
      { type: 'pause' },
      speech,
      { type: 'settle-open', index: 0, outcome: { kind: 'result', output: 'paid' } },
      live.said('Paid.'),
      silence,
      live.complete(),
      live.heard(' Th'),
      live.heard('anks.'),
      live.said('Sure.'),
      live.complete(),
    ])
    expect(said(output)).toEqual(['user: Pay it', 'assistant: Paid.', 'user: Thanks.', 'assistant: Sure.'])
  })
})

it('an interruption of unanswered speech leaves the answer to the next speech with it', () => {
  const output = play([typed('First'), typed('Second'), interrupted, live.complete(), live.said('Two.'), live.complete()])
  expect(new Set(output.filter(({ messageId }) => messageId !== 'message-1').map(({ turnId }) => turnId)).size).toBe(1)
  expect(said(output)).toEqual(['user: First', 'user: Second', 'assistant: Two.'])
})

it('typed text is answered in its own turn while the model only promised to continue the previous one', () => {
  const goesOn = live.content({ turnComplete: true, interactionStatus: 'IN_PROGRESS' })
  const output = play([typed('Think'), live.said('A moment.'), goesOn, typed('Never mind'), live.said('Fine.'), live.complete()])
  expect(said(output)).toEqual(['user: Think', 'assistant: A moment.', 'user: Never mind', 'assistant: Fine.'])
})
