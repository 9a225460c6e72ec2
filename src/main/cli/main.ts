import packageFacts from '../../../package.json'

const USAGE = `parley: a desktop voice assistant you can trust with your tools

  parley convert --from gemini-live|gemini-text|adk|chunks --to ai-sdk|ag-ui|tanstack
                 [--confirmation standard|adk] [--sse] [--check] [--message-id ID]
      raw frames (JSON lines) on standard input → chunks of a dialect on standard output, as JSON lines or, with --sse, as
      server-sent events; --check ends with code 1 at the first chunk that breaks a rule and names the input line
  parley serve [--fixture FILE] [--speed N] [--port N] [--data FOLDER] [--fault NAME[:KEY=VALUE,…]]…
               [--gateway PORT [--origin URL]… [--token-file FILE]]
      the app without a window: prints one JSON line {"url","token"} when ready; --gateway lets other programs use it at
      that port (0 takes a free one) and adds {"gateway":{"url","token"}}, the token of a program that may do everything, web
      pages of every --origin too; with --token-file it has the same one after a restart, which is made where there is no such
      file; --fault makes the service that plays the
      recording misbehave in that way, --fault list shows all ways
  parley replay FILE|FOLDER [--approve recorded|all|none] [--speed N|max] [--update] [--print]
      plays recordings, their users too, through the whole app without a window and compares what comes out with what they
      expect: ends with 1 where something differs; --update makes what came out what is expected; --print writes every chunk;
      baselines and chunk logs of AI SDK programs and logs of Gemini Live messages are read too
  parley talk start|stop|toggle [--data FOLDER]
      begins or ends talking in the Parley that runs: for shortcut tools where Parley gets no key; ends with 1 when none runs
  parley query FILE|sample "SQL" [--format table|csv|json] [--max-rows N] [--timeout MS]
               [--encoding NAME] [--delimiter SIGN] [--header yes|no] [--skip N] [--type COLUMN=TYPE]… [--sheet NAME]…
  parley query SOURCE "SQL" --data FOLDER …
      asks a copy of an SQLite, CSV, TSV, XLSX, ODS, JSON or Parquet file, or of a source of the app whose data folder is given, one read-only query;
      ends with 3 when the query is refused, 4 when it takes too long, 5 when the source can't be read
  parley import FILE [--data FOLDER [--name NAME] | --preview]
                [--encoding NAME] [--delimiter SIGN] [--header yes|no] [--skip N] [--type COLUMN=TYPE]… [--sheet NAME]…
      adds a copy of a file to the sources of the app whose data folder is given; --preview prints how its first rows are read
      instead; --skip leaves out lines above the table, --type is text, integer, real, boolean, point (1,234.56) or
      comma (1.234,56); --sheet names a sheet that is read, the others are not
  parley doctor [--data FOLDER] [--json|--bundle [--recording NAME …]]
      looks at this installation and its data folder and says what is wrong and what to do, a line each; --json says it as one
      object, --bundle as the text that can be attached to a report, with the
      saved recordings that are named; ends with 1 where something is broken
`

/** Runs one command, and loads no other; returns the exit code: 0 done, 1 failed, 2 wrong arguments. */
async function run([command, ...rest]: readonly string[]): Promise<number> {
  if (rest.includes('--help') || rest.includes('-h')) return run(['help'])
  switch (command) {
    case 'convert':
      return (await import('./convert')).runConvert(rest, process.stdin, process.stdout)
    case 'serve':
      return (await import('./serve')).runServe(rest, process.stdout, process.stderr)
    case 'replay':
      return (await import('./replay')).runReplay(rest, process.stdout, process.stderr)
    case 'talk':
      return (await import('./talk')).runTalk(rest, process.env, process.stdout, process.stderr)
    case 'query':
      return runQuery(rest)
    case 'import':
      return runImport(rest)
    case 'doctor':
      return (await import('./doctor')).runDoctor(rest, process.stdout, process.stderr)
    case 'help':
    case '--help':
    case '-h':
      process.stdout.write(USAGE)
      return 0
    case '--version':
    case '-v':
      process.stdout.write(`${packageFacts.version}\n`)
      return 0
    default:
      process.stderr.write(command === undefined ? USAGE : `parley: there is no command "${command}".\n\n${USAGE}`)
      return 2
  }
}

async function runQuery(args: readonly string[]): Promise<number> {
  const { inOwnProcess } = await import('./own-process')
  return inOwnProcess(async (endByForce) =>
    (await import('./query')).runQueryCommand(args, process.stdout, process.stderr, undefined, endByForce),
  )
}

async function runImport(args: readonly string[]): Promise<number> {
  const { inOwnProcess } = await import('./own-process')
  return inOwnProcess(async (endByForce) =>
    (await import('./import')).runImportCommand(args, process.stdout, process.stderr, undefined, endByForce),
  )
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // the reader of the output has closed it
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`parley: the output can't be written (${error.code ?? error.message}).\n`)
  process.exit(1)
})
process.exitCode = await run(process.argv.slice(2))
