import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWords } from '../i18n/words'
import { IconButton } from '../ui/button'

interface CopyButtonProps {
  /** Asked when it is pressed. */
  text(): string
  /** What is copied, for the name of the button. */
  readonly label?: string
  readonly className?: string | undefined
}

/** Copies a text and says for two seconds that it did. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  const words = useWords()
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
      // the system refused the clipboard: the button goes on saying "Copy"
      setCopied(false)
    }
  }
  return (
    <IconButton
      label={copied ? words.say('thread.copied') : (label ?? words.say('thread.copy'))}
      className={className}
      onClick={() => void copy()}
    >
      {copied ? <Check size={14} strokeWidth={2} aria-hidden /> : <Copy size={14} strokeWidth={2} aria-hidden />}
    </IconButton>
  )
}
