import { useEffect, useMemo, useRef, useState } from 'react'
import type { Artifact } from '../../shared/data/artifact'
import type { ArtifactView } from '../../shared/ipc/data-calls'
import { assertNever } from '../../shared/lib/assert-never'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import { Fault } from '../ui/fault'
import { wholeNumber } from '../ui/format'
import { Select } from '../ui/select'
import styles from './chart.module.css'
import { chartMarks, type Mark } from './chart-marks'
import { type ChartPlan, chartChoices, kindsFor } from './chart-plan'
import { chartPoints } from './chart-points'
import { paintChart } from './paint-chart'
import { type ReadRows, readRange } from './read-range'

/** Rows that a chart reads. */
const ROWS = 5_000
const HEIGHT = 12.25

/** Creates an image of the current chart. */
export type TakePicture = () => Promise<Uint8Array<ArrayBuffer> | null>

interface ChartProps {
  readonly artifact: Artifact
  readonly view: ArtifactView
  readonly plan: ChartPlan
  onPlan(plan: ChartPlan): void
  /** receives the function that makes an image of the chart; null while there is none */
  onPicture(take: TakePicture | null): void
}

/** A chart of the rows in view, in their order. The table has the same data. */
export function Chart({ artifact, view, plan, onPlan, onPicture }: ChartProps) {
  const i18n = useI18n()
  const { columns } = artifact
  const box = useRef<HTMLDivElement>(null)
  const { width, rem } = useSize(box)
  const read = useFirstRows(artifact, view)
  const name = (place: number) => makeVisible(columns[place]?.name ?? '')
  const { points, left, beyond } = useMemo(() => chartPoints(plan, columns, read.rows, read.total), [plan, columns, read])
  const { below, beside } = chartChoices(columns)
  const kinds = kindsFor(columns, plan.x)
  const [height, letter] = [HEIGHT * rem, 0.71875 * rem]
  const type = columns[plan.x]?.type ?? 'empty'
  const marks = useMemo(
    () => (points.length === 0 ? [] : chartMarks({ kind: plan.kind, points, type, width, height, letter, i18n })),
    [plan.kind, points, type, width, height, letter, i18n],
  )
  const title = i18n.t('chart.title', { y: name(plan.y), x: name(plan.x) })
  useEffect(() => {
    onPicture(marks.length === 0 ? null : () => paintChart(marks, { title, width, height, letter }))
    return () => onPicture(null)
  }, [onPicture, marks, title, width, height, letter])

  const number = (count: number) => wholeNumber(count, i18n.locale)
  const notes = [
    ...(beyond > 0 ? [i18n.t('chart.first', { rows: number(points.length + left), all: number(points.length + left + beyond) })] : []),
    ...(left > 0 ? [i18n.t('chart.left', { rows: number(left) })] : []),
  ]
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{title}</span>
        <span className={styles.choices}>
          <Select
            value={plan.kind}
            label={i18n.t('chart.kind')}
            choices={kinds.map((kind) => ({ value: kind, label: i18n.t(`chart.${kind}`) }))}
            onChange={(kind) => onPlan({ ...plan, kind })}
          />
          <Select
            value={String(plan.y)}
            label={i18n.t('chart.beside')}
            choices={beside.map((place) => ({ value: String(place), label: name(place) }))}
            onChange={(place) => onPlan({ ...plan, y: Number(place) })}
          />
          <Select
            value={String(plan.x)}
            label={i18n.t('chart.below')}
            choices={below.map((place) => ({ value: String(place), label: name(place) }))}
            onChange={(place) => {
              const x = Number(place)
              const fitting = kindsFor(columns, x)
              onPlan({ ...plan, x, kind: fitting.includes(plan.kind) ? plan.kind : (fitting[0] ?? plan.kind) })
            }}
          />
        </span>
      </figcaption>
      <div ref={box} className={styles.room} style={{ height }}>
        {read.failure !== null ? (
          <Fault>{read.failure}</Fault>
        ) : marks.length === 0 ? (
          <p className={styles.none}>{read.total === 0 ? i18n.t('data.noRows') : i18n.t('chart.nothing')}</p>
        ) : (
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={i18n.t('chart.summary', { kind: i18n.t(`chart.${plan.kind}`), title, points: number(points.length) })}
          >
            {marks.map((mark, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its place
              <Drawn key={place} mark={mark} />
            ))}
          </svg>
        )}
      </div>
      {notes.length > 0 && <p className={styles.note}>{notes.join(' ')}</p>}
    </figure>
  )
}

function Drawn({ mark }: { readonly mark: Mark }) {
  const tone = styles[mark.tone]
  switch (mark.kind) {
    case 'line':
      return (
        <polyline className={`${styles.line} ${tone}`} strokeWidth={mark.width} points={mark.points.map((at) => at.join(',')).join(' ')} />
      )
    case 'bar':
      return (
        <rect
          className={`${styles.solid} ${tone}`}
          x={mark.x}
          y={mark.y}
          width={mark.width}
          height={mark.height}
          rx={Math.min(2, mark.width / 2)}
        >
          <title>{mark.tip}</title>
        </rect>
      )
    case 'dot':
      return (
        <circle className={`${styles.solid} ${tone}`} cx={mark.x} cy={mark.y} r={mark.radius}>
          <title>{mark.tip}</title>
        </circle>
      )
    case 'text':
      return (
        <text className={`${styles.text} ${tone}`} x={mark.x} y={mark.y} textAnchor={mark.anchor}>
          {mark.text}
        </text>
      )
    default:
      return assertNever(mark, 'mark')
  }
}

interface FirstRows extends ReadRows {
  readonly failure: string | null
}

const nothingYet: FirstRows = { rows: [], total: 0, failure: null }

function useFirstRows({ artifactId, createdAt }: Artifact, view: ArtifactView): FirstRows {
  const { client } = useServices()
  const [read, setRead] = useState<FirstRows>(nothingYet)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result that was made again has the same id and other rows
  useEffect(() => {
    let over = false
    void readRange(client, artifactId, view, 0, ROWS).then((read) => {
      if (!over) setRead(read.ok ? { ...read.value, failure: null } : { ...nothingYet, failure: read.error.message })
    })
    return () => {
      over = true
    }
  }, [client, artifactId, createdAt, view])
  return read
}

/** The available space, and the size of the page's text. */
function useSize(box: { readonly current: HTMLElement | null }): { readonly width: number; readonly rem: number } {
  const [size, setSize] = useState({ width: 480, rem: 16 })
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () =>
      setSize({
        width: element.clientWidth || 480,
        rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16,
      })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return size
}
