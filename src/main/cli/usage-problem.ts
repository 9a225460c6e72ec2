/** What Node found wrong with the words of a command, without the advice about `--` that it adds. */
export function argumentProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const [sentence] = error.message.split(/\.\s|\n/)
  return (sentence ?? error.message).replace(/\.$/, '')
}

/** Says in one line what was wrong with a command and where to look; gives the exit code for it. */
export function usageProblem(problems: NodeJS.WritableStream, command: string, message: string): 2 {
  problems.write(`parley ${command}: ${message} See "parley help".\n`)
  return 2
}
