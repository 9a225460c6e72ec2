import { ChevronDown, ChevronUp } from 'lucide-react'
import { useI18n } from '../i18n/i18n-provider'
import { IconButton } from '../ui/button'
import { Select } from '../ui/select'

interface TurnChoiceProps {
  /** null: all turns */
  readonly turn: number | null
  readonly count: number
  onTurn(turn: number | null): void
}

/** Selects a turn, or all; the buttons select the previous and next one. */
export function TurnChoice({ turn, count, onTurn }: TurnChoiceProps) {
  const i18n = useI18n()
  if (count === 0) return null
  return (
    <>
      <Select
        look="plain"
        label={i18n.t('inspector.turn')}
        value={String(turn ?? 0)}
        choices={[
          { value: '0', label: i18n.t('inspector.allTurns') },
          ...Array.from({ length: count }, (_, index) => ({
            value: String(index + 1),
            label: i18n.t('inspector.turnOf', { number: index + 1, count }),
          })),
        ]}
        onChange={(value) => onTurn(value === '0' ? null : Number(value))}
      />
      <IconButton
        label={i18n.t('inspector.previousTurn')}
        disabled={turn === 1}
        onClick={() => onTurn(Math.max(1, (turn ?? count + 1) - 1))}
      >
        <ChevronUp size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <IconButton label={i18n.t('inspector.nextTurn')} disabled={turn === count} onClick={() => onTurn(Math.min(count, (turn ?? 0) + 1))}>
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </>
  )
}
