import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Approval } from '../../shared/approvals/approval'
import { charactersToModel } from '../../shared/data/limits'
import type { QueryDetails } from '../../shared/data/query-details'
import { displayText } from '../../shared/messages/message'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
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
 * A query before it runs: formatted as it will run, what it reads and how, how many rows it returns and who sees them.
 * Until the details are known, and if they can't be, the arguments are shown as sent.
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
  const i18n = useI18n()
  const id = useId()
  const [sent, setSent] = useState(false)
  const number = (count: number) => wholeNumber(count, i18n.locale)
  const { readsRows, ofRows, returnsRows, maxRows, copiedAt } = details
  const toModel = { rows: number(details.rowsToModel), characters: number(charactersToModel) }
  const source = makeVisible(details.source)
  const sentences = (...said: readonly string[]) => said.join(i18n.t('list.sentences'))
  const plan = details.plan.map((step) => makeVisible(i18n.of(step))).join(' · ')
  const read =
    readsRows === null || ofRows === null
      ? i18n.t('query.readsUnknown')
      : i18n.t('query.reads', { rows: number(readsRows), all: number(ofRows) })
  const comes =
    returnsRows === null
      ? i18n.t('query.returnsUnknown', { most: number(maxRows) })
      : i18n.t('query.returns', { rows: number(returnsRows), most: number(maxRows) })
  return (
    <div className={styles.query} data-arguments>
      <QueryCode sql={details.sql} tokens={details.tokens} />
      <dl className={styles.facts}>
        <Fact name={i18n.t('query.reason')}>{makeVisible(details.reason)}</Fact>
        {plan !== '' && <Fact name={i18n.t('query.plan')}>{plan}</Fact>}
        <Fact name={i18n.t('query.tables')}>
          <span className={styles.tables}>
            {details.tables.map(({ name, rows }) => (
              <span key={name} className={styles.table}>
                <code>{makeVisible(name)}</code>
                {rows !== null && <span className={styles.count}>{number(rows)}</span>}
              </span>
            ))}
          </span>
        </Fact>
        <Fact name={i18n.t('query.rows')}>{sentences(read, comes)}</Fact>
        <Fact name={i18n.t('query.toModel')}>{i18n.t('query.toModelLine', toModel)}</Fact>
        <Fact name={i18n.t('query.guard')}>
          {sentences(
            copiedAt === null
              ? i18n.t('query.guardResults', { source })
              : i18n.t('query.guardCopy', { source, time: timeOfDay(copiedAt, i18n.locale) }),
            i18n.t('query.guardLimit', { seconds: number(details.maxMs / 1000) }),
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
        {i18n.t('query.asSent')}
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

/** Main's details of the query; null until they arrive. */
function useDetails({ conversationId, input }: Approval, toolName: QueryBoxProps['toolName']) {
  const { client } = useServices()
  const i18n = useI18n()
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
  return details?.kind === 'refused' ? ({ kind: 'unknown', message: makeVisible(displayText(details.problem, i18n)) } as const) : details
}
