import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import { IconButton } from '../ui/button'

interface CopyButtonProps {
  /** Called on press. */
  text(): string
  /** What is copied, for the button's label. */
  readonly label?: string
  readonly className?: string | undefined
}

/** Copies a text and confirms it for two seconds. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  const i18n = useI18n()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      setCopied(true)
    } catch {
      // the system refused the clipboard: the button keeps its label "Copy"
      setCopied(false)
    }
  }
  return (
    <IconButton
      label={copied ? i18n.t('thread.copied') : (label ?? i18n.t('thread.copy'))}
      className={className}
      onClick={() => void copy()}
    >
      {copied ? <Check size={14} strokeWidth={2} aria-hidden /> : <Copy size={14} strokeWidth={2} aria-hidden />}
    </IconButton>
  )
}
