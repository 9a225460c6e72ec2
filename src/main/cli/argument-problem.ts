/** What Node found wrong with the words of a command, without the advice about `--` that it adds. */
export function argumentProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const [sentence] = error.message.split(/\.\s|\n/)
  return (sentence ?? error.message).replace(/\.$/, '')
}
