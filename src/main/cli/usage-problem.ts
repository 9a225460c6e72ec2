/** Says in one line what was wrong with a command and where to look; gives the exit code for it. */
export function usageProblem(problems: NodeJS.WritableStream, command: string, message: string): 2 {
  problems.write(`parley ${command}: ${message} See "parley help".\n`)
  return 2
}
