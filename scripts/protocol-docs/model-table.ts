import { knownLiveModels, liveCapabilities } from '../../src/main/models/live/capabilities'

/** A capability in the form of the table. */
export const inWords = (value: string | boolean | readonly string[]): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return `\`${value}\``
  return value.length === 0 ? 'none' : value.map((one) => `\`${one}\``).join(', ')
}

/** The capabilities of each known Live model, and those assumed for an unknown one. */
export function modelTable(): string {
  const models = [
    ...knownLiveModels.map((model) => [`\`${model}\``, liveCapabilities(model)] as const),
    ['any other', liveCapabilities('')] as const,
  ]
  const names = Object.entries(liveCapabilities('')).map(([name]) => name)
  const rows = names.map((name) => {
    const cells = models.map(([, capabilities]) => inWords(Object.entries(capabilities).find(([key]) => key === name)?.[1] ?? ''))
    return `| \`${name}\` | ${cells.join(' | ')} |`
  })
  return [`| | ${models.map(([model]) => model).join(' | ')} |`, `|---|${models.map(() => '---|').join('')}`, ...rows].join('\n')
}
