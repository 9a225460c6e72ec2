import { describedTextModels, textCapabilities } from '../../src/main/models/text/text-capabilities'
import { inWords } from './model-table'

/** The capabilities of each kind of text model. */
export function textModelTable(): string {
  const models = [
    ...describedTextModels.map((model) => [`\`${model}\``, textCapabilities(model)] as const),
    ['any other image model', textCapabilities('', true)] as const,
  ]
  const names = Object.keys(textCapabilities(''))
  const rows = names.map((name) => {
    const cells = models.map(([, capabilities]) => inWords(Object.entries(capabilities).find(([key]) => key === name)?.[1] ?? ''))
    return `| \`${name}\` | ${cells.join(' | ')} |`
  })
  return [`| | ${models.map(([model]) => model).join(' | ')} |`, `|---|${models.map(() => '---|').join('')}`, ...rows].join('\n')
}
