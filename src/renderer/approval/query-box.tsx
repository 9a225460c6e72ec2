import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Approval } from '../../shared/approvals/approval'
import { charactersToModel } from '../../shared/data/limits'
import type { QueryDetails } from '../../shared/data/query-details'
import { makeVisible } from '../../shared/text/make-visible'
import { useWords } from '../i18n/words'
import { useServices } from '../state/context'
import { Fault } from '../ui/fault'
import { timeOfDay, wholeNumber } from '../ui/format'
import { TurningChevron } from '../ui/turning-chevron'
import { ArgumentBox } from './argument-box'
import styles from './query-box.module.css'
import { QueryCode } from './query-code'

type Fits = Extract<QueryDetails, { readonly kind: 'fits' }>

interface QueryBoxProps {
  readonly approval: Approval
  readonly toolName: 'execute_sql' | 'query_artifact'
}

/**
 * A query before it runs: laid out as it will run, what it reads and how, how much comes out and who sees it. Until that is
 * known, and where it can't be, the arguments stand as they were sent.
 */
export function QueryBox({ approval, toolName }: QueryBoxProps) {
  const known = useDetails(approval, toolName)
  if (known?.kind === 'fits') return <Known details={known} approval={approval} />
  return (
    <>
      <ArgumentBox input={approval.input} />
      {known !== null && (
        <div role="status" className={styles.refused}>
          <Fault>{known.message}</Fault>
        </div>
      )}
    </>
  )
}

function Known({ details, approval }: { readonly details: Fits; readonly approval: Approval }) {
  const words = useWords()
  const id = useId()
  const [sent, setSent] = useState(false)
  const number = (count: number) => wholeNumber(count, words.locale)
  const { readsRows, ofRows, returnsRows, maxRows, copiedAt } = details
  const toModel = { rows: number(details.rowsToModel), characters: number(charactersToModel) }
  const source = makeVisible(details.source)
  const sentences = (...said: readonly string[]) => said.join(words.say('list.sentences'))
  const plan = details.plan.map((step) => makeVisible(words.of(step))).join(' · ')
  const read =
    readsRows === null || ofRows === null
      ? words.say('query.readsUnknown')
      : words.say('query.reads', { rows: number(readsRows), all: number(ofRows) })
  const comes =
    returnsRows === null
      ? words.say('query.returnsUnknown', { most: number(maxRows) })
      : words.say('query.returns', { rows: number(returnsRows), most: number(maxRows) })
  return (
    <div className={styles.query} data-arguments>
      <QueryCode sql={details.sql} tokens={details.tokens} />
      <dl className={styles.facts}>
        <Fact name={words.say('query.reason')}>{makeVisible(details.reason)}</Fact>
        {plan !== '' && <Fact name={words.say('query.plan')}>{plan}</Fact>}
        <Fact name={words.say('query.tables')}>
          <span className={styles.tables}>
            {details.tables.map(({ name, rows }) => (
              <span key={name} className={styles.table}>
                <code>{makeVisible(name)}</code>
                {rows !== null && <span className={styles.count}>{number(rows)}</span>}
              </span>
            ))}
          </span>
        </Fact>
        <Fact name={words.say('query.rows')}>{sentences(read, comes)}</Fact>
        <Fact name={words.say('query.toModel')}>{words.say('query.toModelLine', toModel)}</Fact>
        <Fact name={words.say('query.guard')}>
          {sentences(
            copiedAt === null
              ? words.say('query.guardResults', { source })
              : words.say('query.guardCopy', { source, time: timeOfDay(copiedAt, words.locale) }),
            words.say('query.guardLimit', { seconds: number(details.maxMs / 1000) }),
          )}
        </Fact>
      </dl>
      <button
        type="button"
        className={styles.sent}
        aria-expanded={sent}
        aria-controls={sent ? id : undefined}
        onClick={() => setSent(!sent)}
      >
        {words.say('query.asSent')}
        <TurningChevron open={sent} />
      </button>
      {sent && (
        <div id={id}>
          <ArgumentBox input={approval.input} />
        </div>
      )}
    </div>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What main says of the query; null until it has. */
function useDetails({ conversationId, input }: Approval, toolName: QueryBoxProps['toolName']) {
  const { client } = useServices()
  const words = useWords()
  const [details, setDetails] = useState<QueryDetails | { readonly kind: 'unknown'; readonly message: string } | null>(null)
  const written = JSON.stringify(input)
  useEffect(() => {
    let over = false
    void client.call('query.describe', { toolName, conversationId, input: JSON.parse(written) }).then((reply) => {
      if (!over) setDetails(reply.ok ? reply.value : { kind: 'unknown', message: reply.error.message })
    })
    return () => {
      over = true
    }
  }, [client, toolName, conversationId, written])
  return details?.kind === 'refused' ? ({ kind: 'unknown', message: makeVisible(words.of(details.problem)) } as const) : details
}
