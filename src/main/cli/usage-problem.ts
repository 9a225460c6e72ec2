/** Node's message about wrong arguments, without its advice about `--`. */
export function argumentProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const [sentence] = error.message.split(/\.\s|\n/)
  return (sentence ?? error.message).replace(/\.$/, '')
}

/** Prints in one line what was wrong with a command and where to look; returns the exit code. */
export function usageProblem(problems: NodeJS.WritableStream, command: string, message: string): 2 {
  problems.write(`parley ${command}: ${message} See "parley help".\n`)
  return 2
}
