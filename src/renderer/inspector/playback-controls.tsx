import { useEffect, useState } from 'react'
import type { ReplayProgress } from '../../shared/ipc/replay-calls'
import { useWords } from '../i18n/words'
import { useServices } from '../state/context'
import { Button } from '../ui/button'
import { Fault } from '../ui/fault'
import { Select } from '../ui/select'
import styles from './recording-form.module.css'

const SPEEDS = ['usual', '0.5', '1', '2', '4', 'fastest'] as const
const FASTEST = 1000

/** Plays a recording with its own user: from any turn, at any speed, with pauses and step by step; and opens another one. */
export function PlaybackControls({ conversationId }: { readonly conversationId: string }) {
  const words = useWords()
  const { client } = useServices()
  const [progress, setProgress] = useState<ReplayProgress | null>(null)
  const [from, setFrom] = useState('0')
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>('usual')
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(
    () =>
      client.on('replay.progress', (told) => {
        if (told.conversationId === conversationId) setProgress(told)
      }),
    [client, conversationId],
  )
  const told = (reply: { readonly ok: true } | { readonly ok: false; readonly error: { readonly message: string } }): void =>
    setRefusal(reply.ok ? null : reply.error.message)
  const pace = async (change: { readonly paused?: boolean; readonly step?: true; readonly speed?: number | null }) =>
    told(await client.call('replay.pace', { conversationId, ...change }))
  const watch = async (answers: 'recorded' | null) =>
    told(await client.call('replay.watch', { conversationId, answers, fromTurn: Number(from) }))
  const open = async () =>
    told(await client.call('fixture.open', { conversationId, title: words.say('rec.openTitle'), button: words.say('rec.openButton') }))

  const watching = progress?.phase === 'watching'
  const paused = progress?.paused === true
  const turns = Array.from({ length: Math.max(1, progress?.turns ?? 1) }, (_, index) => ({
    value: String(index),
    label: words.say('play.turn', { turn: index + 1 }),
  }))
  const speeds = SPEEDS.map((value) => ({
    value,
    label: value === 'usual' || value === 'fastest' ? words.say(`play.speed.${value}`) : `${value}×`,
  }))
  return (
    <fieldset className={styles.group} aria-label={words.say('play.title')}>
      <div className={styles.row}>
        <Button small look="ink" onClick={() => void watch(watching ? null : 'recorded')}>
          {words.say(watching ? 'play.takePart' : 'play.watch')}
        </Button>
        <Button small onClick={() => void pace({ paused: !paused })}>
          {words.say(paused ? 'play.resume' : 'play.pause')}
        </Button>
        <Button small onClick={() => void pace({ step: true })}>
          {words.say('play.step')}
        </Button>
        <Button small onClick={() => void open()}>
          {words.say('rec.open')}
        </Button>
      </div>
      <div className={styles.row}>
        <Select
          value={speed}
          choices={speeds}
          label={words.say('play.speed')}
          onChange={(value) => {
            setSpeed(value)
            void pace({ speed: value === 'usual' ? null : value === 'fastest' ? FASTEST : Number(value) })
          }}
        />
        <Select value={from} choices={turns} label={words.say('play.from')} onChange={setFrom} />
      </div>
      <p className={styles.line} role="status">
        {progress?.noBranch != null ? words.say('play.noBranch') : progress?.phase === 'done' ? words.say('play.done') : ''}
      </p>
      {refusal !== null && <Fault>{refusal}</Fault>}
    </fieldset>
  )
}
